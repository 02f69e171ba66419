import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOutsideSteps } from '../../../engines/migrations/outside-steps.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { migrateToBefore } from '../../../testing/migrate-to-before.ts'
import { COUNTIES, PEOPLE_WITHOUT_COUNTY, seedDocuments, seedPeople } from './documents.test-data.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../engines/migrations')
const FIRST = '0030-county-keys-and-status-ranks.sql'
const FILL = '0031-county-keys-and-status-ranks-filled.sql'
const DOCUMENTS = 700
const PAGE = 40

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrateToBefore(database.pool, FIRST)
  await seedPeople(database.pool)
  await seedDocuments(database.pool, { count: DOCUMENTS })
  await database.pool.query('SELECT fold_document_counts(200)')
})
afterAll(() => database.close())

const sqlOf = (name: string) => readFile(resolve(MIGRATIONS, name), 'utf8')

/** As a server of release 0029 asks: the status by the rank that it had then, 0 for none. */
type Asked = { readonly kind: number; readonly scope: number; readonly rank: number }
const ASKED: readonly Asked[] = [
  { kind: 0, scope: 0 },
  { kind: 1, scope: COUNTIES[1] },
  { kind: 2, scope: PEOPLE_WITHOUT_COUNTY[0] },
].flatMap((scope) => [0, 1, 2, 3, 4].map((rank) => ({ ...scope, rank })))

async function readPages({ kind, scope, rank }: Asked): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await database.pool.query<{ id: number | null }>(
      `SELECT d.id FROM document_page_ids($1, $2, 0, 0, $3, $4, $5) AS p LEFT JOIN document AS d ON d.id = p.id
       ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC`,
      [kind, scope, rank, offset, PAGE],
    )
    const found = rows.flatMap(({ id }) => (id === null ? [] : [id]))
    if (found.length === 0) return ids
    ids.push(...found)
  }
}

async function readPlainly({ kind, scope, rank }: Asked): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `SELECT id FROM document
     WHERE deleted_at IS NULL AND ($1 = 0 OR ($1 = 1 AND county_id = $2) OR ($1 = 2 AND county_id IS NULL AND uploaded_by = $2))
       AND ($3 = 0 OR array_position(ARRAY[2, 4, 3, 1], status_id::integer) = $3)
     ORDER BY array_position(ARRAY[1, 3, 4, 2], status_id::integer), uploaded_at DESC, id DESC`,
    [kind, scope, rank],
  )
  return rows.map(({ id }) => id)
}

async function expectEveryPageToBeRight(): Promise<void> {
  for (const asked of ASKED) {
    expect({ asked, ids: await readPages(asked) }).toEqual({ asked, ids: await readPlainly(asked) })
  }
}

test('servers of release 0029 answer every page of the list rightly at each step of the fill, and after it', async () => {
  await expectEveryPageToBeRight()
  await database.pool.query(await sqlOf(FIRST))
  await expectEveryPageToBeRight()
  let portions = 0
  for (const step of readOutsideSteps({ name: FILL, sql: await sqlOf(FILL) })) {
    const sql = step.sql.replaceAll(/LIMIT \d+/g, 'LIMIT 60')
    for (;;) {
      const { rowCount } = await database.pool.query(sql)
      if (step.kind !== 'repeat' || rowCount === 0) break
      portions += 1
      await database.pool.query('SELECT fold_document_counts(3)')
      await expectEveryPageToBeRight()
    }
  }
  expect(portions).toBeGreaterThan(8)
  const { rows } = await database.pool.query(
    `SELECT count(*) FILTER (WHERE county_key IS DISTINCT FROM coalesce(county_id, 0))::integer AS without, array_agg(DISTINCT status_rank ORDER BY status_rank) AS ranks FROM document`,
  )
  expect(rows).toEqual([{ without: 0, ranks: [1, 101, 201, 301] }])
}, 120_000)
