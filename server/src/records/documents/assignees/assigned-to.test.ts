import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import type { AssignedTo } from '../pages/page-reader.ts'
import { isAssigned } from './assigned-to.repository.ts'

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
    `INSERT INTO account (email, created_at) SELECT 'worker' || n || '@loving.example', now() FROM generate_series(1, 50) n`,
  )
  await pool.query(
    `INSERT INTO document_assignee
     SELECT d.id, a.id, a.id, now() FROM document AS d
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM account WHERE email NOT LIKE '%firm.example') AS a
       ON a.place = 1 + d.id / 2 % 50
     WHERE d.id % 2 = 0`,
  )
  await pool.query('ANALYZE document, document_assignee, account, membership')
})
afterAll(() => portal.close())

/** The plan of the newest documents with that filter, as a list reads them. */
async function planOf(assigned: AssignedTo): Promise<string> {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`
    EXPLAIN SELECT d.id FROM document AS d WHERE d.deleted_at IS NULL AND ${isAssigned(assigned, 'd')}
    ORDER BY d.id DESC LIMIT 50`.execute(portal.world.database.kysely)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('R24.15 the files of a person are found by the index of their assignments, and by their ids', async () => {
  const plan = await planOf({ kind: 'person', email: portal.people.clerk.email })
  expect(plan).toContain('document_assignee_of_person')
  expect(plan).toMatch(/Index Scan.* using document_pkey on document d\b/u)
  expect(plan).not.toMatch(/Seq Scan on document /u)
})

test('R24.15 the files of nobody are read from the newest on, each with one look at its assignment', async () => {
  const plan = await planOf({ kind: 'nobody' })
  expect(plan).not.toMatch(/Seq Scan on document /u)
  expect(plan).not.toContain('Sort')
})
