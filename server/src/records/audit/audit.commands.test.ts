import { deleteUpload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND_LINE } from '../access/actor.ts'
import { runCommand } from '../../testing/run-command.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { tamper } from '../../testing/tamper.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { makeAuditMonths } from './audit-months.ts'
import { auditCommands } from './audit.commands.ts'
import { recordAudits, recordHistory } from './record.ts'

let portal: TestPortal
let clerk: TestPerson
let fileId: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  clerk = await portal.addPerson({ email: 'clerk@reeves.example' })
  fileId = await storeDocument(portal, clerk, { description: 'Rendition' })
  portal.clock.advance(60_000)
  await portal.call(clerk, deleteUpload, { params: { fileId } })
})
afterAll(() => portal.close())

type Records = {
  readonly records: readonly { at: string; who: string; what: string; fileID?: number; after?: object }[]
}

async function records(...words: string[]) {
  const { json } = await runCommand(portal.world, auditCommands, { words: ['audit', ...words, '--json'] })
  return (json as Records).records
}

test('R1.26 V16.2.1 audit says who did what, newest first, of one document', async () => {
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

test('R1.26 audit filters by person and by time', async () => {
  expect((await records('--email', ' Clerk@Reeves.Example ')).every(({ who }) => who === clerk.email)).toBe(
    true,
  )
  expect(await records('--email', 'nobody@reeves.example')).toEqual([])
  const since = portal.clock.now().toISOString()
  expect((await records('--since', since)).map(({ what }) => what)).toEqual(['moved to the recycle bin'])
})

test('R2.45 V16.3.1 an unproven event is anonymous, under no name', async () => {
  const admin = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  for (const path of ['reset-password', 'register']) {
    const payload = { email: ` ${admin.email.toUpperCase()}`, password: 'copper ledger 1926' }
    const answer = await portal.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
    expect(answer.statusCode).toBe(200)
  }
  expect((await records('--email', admin.email)).map(({ what }) => what)).toEqual(['signed in'])
  expect(await records('--email', 'anonymous')).toMatchObject([
    { who: 'anonymous', what: 'registered', from: '127.0.0.1', after: { email: admin.email } },
    { who: 'anonymous', what: 'password reset requested', from: '127.0.0.1', after: { email: admin.email } },
  ])
  const { printed } = await runCommand(portal.world, auditCommands, {
    words: ['audit', '--email', 'anonymous'],
  })
  expect(printed).toHaveLength(2)
  for (const line of printed) expect(line).toContain(admin.email)
})

test('audit names the account that was changed, if it is not the actor’s own', async () => {
  const since = portal.clock.now().toISOString()
  const bob = await portal.addPerson({ email: 'bob@staff.example' })
  const { clock, database } = portal.world
  const subject = { kind: 'account' as const, id: bob.accountId }
  await database.kysely.transaction().execute((transaction) =>
    recordAudits(transaction, { clock, actor: COMMAND_LINE }, [
      {
        action: 'second_factor.reset',
        subject,
        before: { hadCodes: true, passkeys: 0 },
        after: { countyIDs: [] },
      },
    ]),
  )
  const { printed } = await runCommand(portal.world, auditCommands, { words: ['audit', '--since', since] })
  const [reset, ...others] = printed.filter((line) => line.includes(bob.email))
  expect(reset).toMatch(
    / {2}command line {2}two-step verification reset\b.* {2}bob@staff\.example {2}command line$/,
  )
  for (const own of others) expect(own.split(bob.email)).toHaveLength(2)
})

test.each(['0', 'x', '2147483648'])('audit says that %s is not a file number', async (file) => {
  await expect(records('--file', file)).rejects.toThrow('--file takes the number of a file.')
})

test.each([1000, 1001])(
  'audit prints %i records, read in portions of a thousand, as one list',
  async (count) => {
    const who = `busy-${count}@reeves.example`
    const caller = { address: '192.0.2.1', isOfProxy: false, requestId: '' }
    const actor = { kind: 'proven' as const, caller, account: { accountId: 0, email: who } }
    const entries = Array.from({ length: count }, (_, at) => ({
      action: 'document.downloaded' as const,
      subject: { kind: 'document' as const, id: at + 1 },
      after: { fileName: 'plat.pdf' },
    }))
    const { clock, database } = portal.world
    await database.kysely
      .transaction()
      .execute((transaction) => recordAudits(transaction, { clock, actor }, entries))
    const newestFirst = Array.from({ length: count }, (_, at) => count - at)
    expect((await records('--email', who)).map(({ fileID }) => fileID)).toEqual(newestFirst)
  },
)

test.each([
  'UPDATE audit_record SET actor_name = $1',
  'DELETE FROM audit_record WHERE actor_name = $1',
  'DELETE FROM audit_record_default WHERE actor_name = $1',
])('V16.4.2 no one can change the record: %s', async (statement) => {
  const changing = portal.pool.query(statement, [clerk.email])
  await expect(changing).rejects.toThrow('audit records are never changed or removed')
})

test.each(['audit_record', 'audit_chain'])('V16.4.2 no one can empty %s', async (table) => {
  const emptying = portal.pool.query(`TRUNCATE ${table}`)
  await expect(emptying).rejects.toThrow('audit records are never changed or removed')
})

test('V16.4.2 no one can empty a month, including future ones and the default partition', async () => {
  await makeAuditMonths(portal.world)
  const { rows } = await portal.pool.query<{ month: string }>(
    `SELECT inhrelid::regclass::text AS month FROM pg_inherits WHERE inhparent = 'audit_record'::regclass`,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { month } of rows) {
    const emptying = portal.pool.query(`TRUNCATE ${month}`)
    await expect(emptying).rejects.toThrow('audit records are never changed or removed')
  }
})

test('audit prints codes and subjects next to the text', async () => {
  const binned = (await records('--file', String(fileId))).find(({ what }) => what.startsWith('moved'))
  expect(binned).toMatchObject({
    what: 'moved to the recycle bin',
    code: 'document.binned',
    subject: { kind: 'document', id: fileId },
  })
  const [asked] = await records('--email', 'anonymous')
  expect(asked).toMatchObject({
    code: 'address.registered',
    subject: { kind: 'address', id: 'admin@staff.example' },
  })
})

test('V16.4.2 audit --verify says in one line that the record is unchanged, and otherwise exits with 1', async () => {
  const verify = () => runCommand(portal.world, auditCommands, { words: ['audit', '--verify'] })
  const sound = await verify()
  expect(sound).toMatchObject({ exitCode: 0, json: { ok: true, problem: null, chains: 1 } })
  expect(sound.printed).toEqual([
    expect.stringMatching(/^[\d,]+ records in 1 chain: unchanged. Digest of their ends: [\da-f]{64}$/),
  ])
  await tamper(portal.pool, 'DELETE FROM audit_record WHERE sequence = 3')
  const problem = 'Record 3 of chain 1 is missing.'
  expect(await verify()).toMatchObject({ exitCode: 1, printed: [problem], json: { ok: false, problem } })
})

test('audit --verify reads the whole record and allows no other option', async () => {
  await expect(records('--verify', '--file', '1')).rejects.toThrow(
    '--verify reads the whole record: please give it alone.',
  )
})

describe('--since', () => {
  // Clocks go forward in the night to March 8, and back in the night to November 1.
  const MOMENTS = [
    '2026-03-08T05:59:59.999Z',
    '2026-03-08T06:00:00Z',
    '2026-03-09T04:59:59.999Z',
    '2026-03-09T05:00:00Z',
    '2026-11-01T04:59:59.999Z',
    '2026-11-01T05:00:00Z',
    '2026-11-02T05:59:59.999Z',
    '2026-11-02T06:00:00Z',
  ].map((text) => new Date(text))
  let chicago: TestPortal
  beforeAll(async () => {
    chicago = await testPortal({ environment: { TIME_ZONE: 'America/Chicago' }, timeZone: 'Asia/Tokyo' })
    const entries = MOMENTS.map((at) => ({
      at,
      actor: COMMAND_LINE,
      action: 'password.changed' as const,
      subject: { kind: 'account' as const, id: 1 },
    }))
    await chicago.world.database.kysely
      .transaction()
      .execute((transaction) => recordHistory(transaction, entries))
  })
  afterAll(() => chicago.close())

  async function momentsSince(since: string): Promise<string[]> {
    const words = ['audit', '--since', since, '--json']
    const { json } = await runCommand(chicago.world, auditCommands, { words })
    return (json as Records).records.map(({ at }) => at)
  }

  test.each([
    ['2026-03-08', 1],
    ['2026-03-09', 3],
    ['2026-11-01', 5],
    ['2026-11-02', 7],
    ['2026-03-08T06:00:00.000Z', 1],
    ['2026-11-02T00:00:00Z', 6],
  ])(
    '%s leaves out earlier records: a day begins at midnight in the zone of the portal',
    async (since, first) => {
      const expected = MOMENTS.slice(first).map((at) => at.toISOString())
      expect(await momentsSince(since)).toEqual(expected.toReversed())
    },
  )
})
