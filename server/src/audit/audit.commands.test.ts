import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../testing/run-command.ts'
import { SAMPLE_FILES } from '../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../testing/test-portal.ts'
import { uploadForm } from '../testing/upload-form.ts'
import { auditCommands } from './audit.commands.ts'

let portal: TestPortal
let clerk: TestPerson
let fileId: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  clerk = await portal.addPerson({ email: 'clerk@reeves.example' })
  const form = uploadForm({
    fileName: 'rendition.pdf',
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    description: 'Rendition',
  })
  const answer = await portal.as(clerk)({ method: 'POST', url: '/api/files/upload', ...form })
  fileId = answer.json<{ file: { FileID: number } }>().file.FileID
  portal.clock.advance(60_000)
  await portal.as(clerk)({ method: 'DELETE', url: `/api/files/uploads/${fileId}` })
})
afterAll(() => portal.close())

type Records = {
  readonly records: readonly { at: string; who: string; what: string; fileID?: number; after?: object }[]
}

async function records(...words: string[]) {
  const { json } = await runCommand(portal.world, auditCommands, { words: ['audit', ...words, '--json'] })
  return (json as Records).records
}

test('V16.2.1 audit says who did what, newest first, of one document', async () => {
  const found = await records('--file', String(fileId))
  expect(found.map(({ who, what, fileID }) => [who, what, fileID])).toEqual([
    [clerk.email, 'moved to the recycle bin', fileId],
    [clerk.email, 'uploaded', fileId],
  ])
  expect(found[0]).toMatchObject({
    at: portal.clock.now().toISOString(),
    from: '127.0.0.1',
    before: { fileName: 'rendition.pdf' },
  })
})

test('audit is asked by person and by time', async () => {
  expect((await records('--email', ' Clerk@Reeves.Example ')).every(({ who }) => who === clerk.email)).toBe(
    true,
  )
  expect(await records('--email', 'nobody@reeves.example')).toEqual([])
  const since = portal.clock.now().toISOString()
  expect((await records('--since', since)).map(({ what }) => what)).toEqual(['moved to the recycle bin'])
})

test('V16.3.1 what nobody proved is anonymous, and stands under no name', async () => {
  const admin = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  for (const path of ['reset-password', 'register']) {
    const payload = { email: ` ${admin.email.toUpperCase()}`, password: 'copper ledger 1926' }
    const answer = await portal.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
    expect(answer.statusCode).toBe(200)
  }
  expect((await records('--email', admin.email)).map(({ what }) => what)).toEqual(['signed in'])
  expect(await records('--email', 'anonymous')).toMatchObject([
    { who: 'anonymous', what: 'registered', from: '127.0.0.1', after: { email: admin.email } },
    { who: 'anonymous', what: 'password reset asked', from: '127.0.0.1', after: { email: admin.email } },
  ])
  const { printed } = await runCommand(portal.world, auditCommands, {
    words: ['audit', '--email', 'anonymous'],
  })
  expect(printed).toHaveLength(2)
  for (const line of printed) expect(line).toContain(admin.email)
})

test.each(['0', 'x', '2147483648'])('audit says that %s is no number of a file', async (file) => {
  await expect(records('--file', file)).rejects.toThrow('--file takes the number of a file.')
})

test.each([1000, 1001])(
  'audit tells %i records, read in portions of a thousand, as one list',
  async (count) => {
    const who = `busy-${count}@reeves.example`
    await portal.pool.query(
      `INSERT INTO audit_record (at, who, what, document_id, came_from)
     SELECT now(), $1, 'downloaded', n, '192.0.2.1' FROM generate_series(1, $2::integer) AS n`,
      [who, count],
    )
    const newestFirst = Array.from({ length: count }, (_, at) => count - at)
    expect((await records('--email', who)).map(({ fileID }) => fileID)).toEqual(newestFirst)
  },
)

test.each(['UPDATE audit_record SET who = $1', 'DELETE FROM audit_record WHERE who = $1'])(
  'V16.4.2 the record can be changed by nobody: %s',
  async (statement) => {
    const changing = portal.pool.query(statement, [clerk.email])
    await expect(changing).rejects.toThrow('audit records are never changed or removed')
  },
)
