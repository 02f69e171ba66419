import type { Readable } from 'node:stream'
import { exportUploads, TOO_MANY_TO_EXPORT } from '@portal/contract/files/export-uploads.ts'
import { TOO_MANY_TO_SORT } from '@portal/contract/files/files.ts'
import { MAX_SORTED } from '@portal/contract/files/list-orders.ts'
import { EXPORTS_BUSY } from '@portal/contract/exports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PortalError } from '../../../engines/http/errors.ts'
import { COMMAND_LINE } from '../../../records/access/actor.ts'
import { changeAccount, type AccountChange } from '../../../records/accounts/accounts.usecases.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { exportDocuments } from './export.usecases.ts'

/** More than the list shows with filters, and the last portion is not full. */
const DOCUMENTS = 10_230

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year,
       file_name, content_type, byte_size, sha256, storage_key)
     SELECT $1, $2, 1, 1, 1 + n % 4, timestamptz '2026-01-01Z' + n * interval '1 minute', 2026, 'file ' || n || '.pdf',
       'application/pdf', 1, sha256('x'), 'changing ' || n FROM generate_series(1, $3) n`,
    [counties.loving, people.clerk.accountId, DOCUMENTS],
  )
})
afterAll(() => portal.close())

/** The context of a clerk in their own new session. */
async function readerOf(name: string) {
  const { loving, winkler } = portal.counties
  const email = `${name.replaceAll(' ', '.')}@loving.example`
  const person = await portal.addPerson({ email, role: 'staff', countyIds: [loving] })
  const context = contextOfPerson(portal.world, { ...person, email, role: 'staff', countyId: loving })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    person.accountId,
  ])
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  return { email, person, winkler, context: { ...context, actor: { ...context.actor, session } } }
}

type Reader = Awaited<ReturnType<typeof readerOf>>

/** An export that has sent its first bytes and waits for its reader. */
async function begin({ context }: Pick<Reader, 'context'>) {
  const columns = ['id', 'name', 'sha256', 'description'] as const
  const result = await exportDocuments(context, { columns: [...columns], fileType: 'pdf', method: 'GET' })
  const chunks = (result.body as Readable)[Symbol.asyncIterator]()
  const first = String((await chunks.next()).value)
  const rest = async () => {
    let text = first
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      text += String(next.value)
    result.onceSent?.()
    return text.replace('\uFEFF', '').split('\r\n').slice(1, -1)
  }
  return { rest, leave: () => result.onceSent?.() }
}

test('R22.9 an export has every row once, as at its beginning, while documents are added, changed and deleted', async () => {
  const { rows: before } = await portal.pool.query<{ line: string }>(
    `SELECT id || ',' || file_name || ',' || encode(sha256, 'hex') || ',' AS line FROM document
     ORDER BY status_rank DESC, uploaded_at DESC, id DESC`,
  )
  const { rest } = await begin(await readerOf('reader'))
  await portal.pool.query(`UPDATE document SET status_id = 1 + (status_id + 1) % 4 WHERE id % 2 = 0`)
  await portal.pool.query(`UPDATE document SET description = 'changed' WHERE id % 5 = 0`)
  await portal.pool.query(
    `UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE id % 50 = 0`,
  )
  await portal.pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT county_id, uploaded_by, 1, 1, uploaded_at, 2026, 'new.pdf', 'application/pdf', 1, sha256, 'new ' || id
     FROM document WHERE id % 100 = 1`,
  )
  const lines = await rest()
  expect(lines.length).toBe(DOCUMENTS)
  expect(lines).toEqual(before.map(({ line }) => line))
})

const change =
  (wanted: (reader: Reader) => AccountChange) =>
  (reader: Reader): Promise<unknown> =>
    changeAccount({ ...portal.world, actor: COMMAND_LINE }, reader.email, wanted(reader))

test.each<[string, (reader: Reader) => Promise<unknown>]>([
  ['is disabled', change(() => ({ isDisabled: true }))],
  ['gets another county', change(({ winkler }) => ({ countyIds: [winkler] }))],
  [
    'is signed out',
    ({ person }) => portal.pool.query('DELETE FROM session WHERE account_id = $1', [person.accountId]),
  ],
])(
  'R22.10 V8.3.2 a running export fails when its reader %s, and lets go of its connection',
  async (what, happen) => {
    const reader = await readerOf(what)
    const { rest, leave } = await begin(reader)
    await happen(reader)
    await expect(rest()).rejects.toBeInstanceOf(PortalError)
    leave()
    await expectNoneOpen()
  },
)

test('R22.11 a person has one export at a time, and a reader who leaves ends it', async () => {
  const reader = await readerOf('one at a time')
  const { leave } = await begin(reader)
  await expect(begin(reader)).rejects.toMatchObject({ code: EXPORTS_BUSY.code })
  const answer = await portal.call(reader.person, exportUploads, { query: { columns: 'id' } })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, EXPORTS_BUSY.code])
  leave()
  await expectNoneOpen()
  const { leave: leaveAgain } = await begin(reader)
  leaveAgain()
  await expectNoneOpen()
})

test('R22.11 a server has two exports at a time', async () => {
  const [first, second, third] = await Promise.all(['first', 'second', 'third'].map(readerOf))
  if (!first || !second || !third) throw new Error('There are three.')
  const running = [await begin(first), await begin(second)]
  await expect(begin(third)).rejects.toMatchObject({ code: EXPORTS_BUSY.code })
  for (const { leave } of running) leave()
  await expectNoneOpen()
})

test('R22.14 a search with too many hits, and too many documents to sort, are refused before the first byte', async () => {
  const { context } = await readerOf('much')
  const searchIndex = {
    ...context.searchIndex,
    search: async () => ({ ids: [1], isComplete: false, corrections: [], leftOut: [], query: null }),
  }
  await expect(
    exportDocuments({ ...context, searchIndex }, { q: 'lease', method: 'GET' }),
  ).rejects.toMatchObject({ code: TOO_MANY_TO_EXPORT.code })
  await portal.pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, $2, 1, 1, now(), 2026, 'n', 'application/pdf', 1, sha256('x'), 'many ' || n
     FROM generate_series(1, $3) n`,
    [portal.counties.loving, portal.people.clerk.accountId, MAX_SORTED],
  )
  await expect(exportDocuments(context, { order: 'date', method: 'GET' })).rejects.toMatchObject({
    code: TOO_MANY_TO_SORT.code,
  })
  await expectNoneOpen()
})

/** No transaction of an export is open. */
async function expectNoneOpen(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await portal.pool.query<{ query: string }>(
          `SELECT query FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
        return rows
      },
      { timeout: 20_000 },
    )
    .toEqual([])
}
