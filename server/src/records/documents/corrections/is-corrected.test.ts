import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { isCorrected } from './corrections.repository.ts'

const DOCUMENTS = 20_000

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, $2, 1, 1, '2026-01-02', 2026, 'a.pdf', 'application/pdf', 1, sha256('x'), 'many ' || n
     FROM generate_series(1, $3::integer) n`,
    [counties.loving, people.clerk.accountId, DOCUMENTS],
  )
  await pool.query(
    `INSERT INTO document_correction SELECT id, id - 1, uploaded_by, now() FROM document WHERE id % 200 = 0`,
  )
  await pool.query('ANALYZE document, document_correction')
})
afterAll(() => portal.close())

/** The plan of the newest documents with that filter, as a list reads them. */
async function planOf(isWanted: boolean): Promise<string> {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`
    EXPLAIN SELECT d.id FROM document AS d WHERE d.deleted_at IS NULL AND ${isCorrected(isWanted, 'd')}
    ORDER BY d.id DESC LIMIT 50`.execute(portal.world.database.kysely)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('R25.21 the corrected files are found by their ids, however many other files there are', async () => {
  const plan = await planOf(true)
  expect(plan).toMatch(/Index (Only )?Scan.* using document_pkey on document d\b/u)
  expect(plan).not.toMatch(/Seq Scan on document /u)
})

test('R25.21 the other files are read from the newest on', async () => {
  const plan = await planOf(false)
  expect(plan).not.toMatch(/Seq Scan on document d\b/u)
  expect(plan).not.toContain('Sort')
})
