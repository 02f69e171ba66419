import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { countOpenDropFiles } from '../../../records/deliveries/done-drop-file.repository.ts'
import { listChangedFiles } from '../../../records/deliveries/filed-file.repository.ts'
import { LOVING } from '../../../testing/loving.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { waitForBlocked } from '../../../testing/wait-for-blocked.ts'
import { readDroppedFiles } from './dropped-files.repository.ts'

/** Closed files; a query that reads each of them fails the test. */
const CLOSED = 3000
const OPEN = 3
const scope = { kind: 'all' } as const

let portal: TestPortal<{ cast: typeof LOVING }>
beforeAll(async () => {
  portal = await testPortal({ cast: LOVING })
})
afterAll(() => portal.close())
beforeEach(() => portal.pool.query('TRUNCATE drop_file, drop_file_done'))

/** Adds files as the release before this one does, which knows no column of open files. */
async function addFiles(names: readonly string[], state: 'refused' | 'changed'): Promise<string[]> {
  const { rows } = await portal.pool.query<{ id: string }>(
    `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, put_away_at)
     SELECT gen_random_uuid(), $1, 'folder', name, '2026-03-01'::timestamptz + place * interval '1 minute', now()
     FROM unnest($2::text[]) WITH ORDINALITY AS x (name, place) RETURNING id`,
    [portal.counties.loving, names],
  )
  const ids = rows.map(({ id }) => id)
  await portal.pool.query(
    state === 'refused'
      ? `UPDATE drop_file SET state = 'refused', reason = 'not accepted' WHERE id = ANY ($1::uuid[])`
      : `UPDATE drop_file SET state = 'accepted', document_id = 1, lies_in = '2026-03-01', lies_as = 'a',
           changed_at = taken_at + interval '1 hour' WHERE id = ANY ($1::uuid[])`,
    [ids],
  )
  return ids
}

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name} ${at}`)

/** Marks files as done, as the release before this one does. */
const close = (ids: readonly string[], at = '2026-05-01') =>
  portal.pool.query(
    `INSERT INTO drop_file_done AS done (drop_file_id, done_at) SELECT unnest($1::uuid[]), $2
     ON CONFLICT (drop_file_id) DO UPDATE SET done_at = excluded.done_at`,
    [ids, at],
  )

async function openNames(): Promise<string[]> {
  const { kysely } = portal.world.database
  const files = await readDroppedFiles(kysely, { scope, state: 'open', after: null, atMost: 10 })
  expect((await countOpenDropFiles(kysely, { scope, atMost: 10 })).count).toBe(files.length)
  return files.map(({ fileName }) => fileName)
}

/** The rows of the files and their marks that a query reads. */
async function rowsRead(query: (db: Transaction<DB>) => Promise<unknown>): Promise<number> {
  return portal.world.database.kysely.transaction().execute(async (transaction) => {
    const before = await rowsCounted(transaction)
    await query(transaction)
    return (await rowsCounted(transaction)) - before
  })
}

/** With those of earlier transactions of the connection, which PostgreSQL reports about once a second. */
async function rowsCounted(transaction: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::integer AS read
    FROM pg_stat_xact_user_tables WHERE relname IN ('drop_file', 'drop_file_done')`.execute(transaction)
  return rows[0]?.read ?? Number.NaN
}

test('R11.31 the count and the lists of open files read no closed ones', async () => {
  await close(await addFiles(numbered(CLOSED, 'closed'), 'refused'))
  await close(await addFiles(numbered(CLOSED, 'closed too'), 'changed'))
  await addFiles(numbered(OPEN, 'refused'), 'refused')
  await addFiles(numbered(OPEN, 'changed'), 'changed')
  await portal.pool.query('VACUUM (ANALYZE) drop_file, drop_file_done')
  const page = { scope, state: 'open', after: null, atMost: 51 } as const
  const read = {
    count: await rowsRead((db) => countOpenDropFiles(db, { scope, atMost: 1000 })),
    list: await rowsRead((db) => readDroppedFiles(db, page)),
    changed: await rowsRead((db) => listChangedFiles(db, { folders: ['folder'], most: 50 })),
    done: await rowsRead((db) => readDroppedFiles(db, { ...page, state: 'done' })),
  }
  // A row may be read again by its index.
  for (const rows of [read.count, read.list, read.changed]) expect(rows).toBeLessThanOrEqual(10 * OPEN)
  expect(read.done).toBeLessThanOrEqual(5 * page.atMost)
})

test('R11.31 a server of the release before opens and closes files, and both releases see the same', async () => {
  const [refused, changed] = [await addFiles(['refused'], 'refused'), await addFiles(['changed'], 'changed')]
  expect(await openNames()).toEqual(['changed', 'refused'])
  await close([...refused, ...changed])
  expect(await openNames()).toEqual([])
  await portal.pool.query(`UPDATE drop_file SET changed_at = '2026-06-01' WHERE id = ANY ($1::uuid[])`, [
    changed,
  ])
  expect(await openNames()).toEqual(['changed'])
  await close(changed, '2026-05-31')
  expect(await openNames()).toEqual(['changed'])
  await portal.pool.query('UPDATE drop_file SET lies_in = NULL, lies_as = NULL WHERE id = ANY ($1::uuid[])', [
    changed,
  ])
  expect(await openNames()).toEqual([])
})

test('R11.31 a file that changes while it is marked as done is open exactly if its change is newer', async () => {
  for (const [changedAt, expected] of [
    ['2026-05-02', ['changed']],
    ['2026-04-30', []],
  ] as const) {
    await portal.pool.query('TRUNCATE drop_file, drop_file_done')
    const ids = await addFiles(['changed'], 'changed')
    const client = await portal.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`INSERT INTO drop_file_done (drop_file_id, done_at) VALUES ($1, '2026-05-01')`, ids)
      const change = portal.pool.query('UPDATE drop_file SET changed_at = $2 WHERE id = $1', [
        ids[0],
        changedAt,
      ])
      await waitForBlocked(portal)
      await client.query('COMMIT')
      await change
    } finally {
      client.release()
    }
    expect(await openNames()).toEqual(expected)
  }
})
