import { afterAll, beforeAll, expect, test } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.pool.query(sql, values)).rows

const LINK = `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
  VALUES ($1, 100, 1, $2, now(), $3)`
const KEYS = `SELECT d.county_key AS document, l.county_key AS link, l.county_id AS "linkCounty"
  FROM document AS d JOIN document_owner AS l ON l.document_id = d.id WHERE d.id = $1`

test('a document has the key of its county, 0 for none, and so have its links, after every write', async () => {
  await query(`INSERT INTO organization (party_number, organization_name) VALUES (100, 'Permian Gas')`)
  const [none, some] = [await desk.upload({ countyId: null }), await desk.upload()]
  await query(LINK, [none, portal.counties.reeves, portal.people.administrator.accountId])
  await query(LINK, [some, null, portal.people.administrator.accountId])
  expect(await query(KEYS, [none])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  expect(await query(KEYS, [some])).toEqual([
    { document: portal.counties.reeves, link: portal.counties.reeves, linkCounty: portal.counties.reeves },
  ])

  // When a document changes its county, its links follow.
  await query('UPDATE document SET county_id = NULL WHERE id = $1', [some])
  expect(await query(KEYS, [some])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  await query('UPDATE document SET county_key = 7 WHERE id = $1', [some])
  expect(await query(KEYS, [some])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  await query('DELETE FROM document WHERE id = $1', [some])
  expect(await query('SELECT 1 FROM document_owner WHERE document_id = $1', [some])).toEqual([])
})
