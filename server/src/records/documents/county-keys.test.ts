import { afterAll, beforeAll, expect, test } from 'vitest'
import { editPortal, type EditPortal } from '../../testing/edit-portal.ts'

let it: EditPortal
beforeAll(async () => {
  it = await editPortal()
})
afterAll(() => it.close())

const query = async (sql: string, values: unknown[] = []) => (await it.portal.pool.query(sql, values)).rows

const LINK = `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
  VALUES ($1, 100, 1, $2, now(), $3)`
const KEYS = `SELECT d.county_key AS document, l.county_key AS link, l.county_id AS "linkCounty"
  FROM document AS d JOIN document_owner AS l ON l.document_id = d.id WHERE d.id = $1`

test('a document has the key of its county, 0 for none, and so have its links, whatever is written', async () => {
  await query(`INSERT INTO organization (party_number, organization_name) VALUES (100, 'Permian Gas')`)
  const [none, some] = [await it.upload({ countyId: null }), await it.upload()]
  await query(LINK, [none, it.countyId, it.administrator.accountId])
  await query(LINK, [some, null, it.administrator.accountId])
  expect(await query(KEYS, [none])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  expect(await query(KEYS, [some])).toEqual([
    { document: it.countyId, link: it.countyId, linkCounty: it.countyId },
  ])

  // A document that changes its county takes its links along.
  await query('UPDATE document SET county_id = NULL WHERE id = $1', [some])
  expect(await query(KEYS, [some])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  await query('UPDATE document SET county_key = 7 WHERE id = $1', [some])
  expect(await query(KEYS, [some])).toEqual([{ document: 0, link: 0, linkCounty: null }])
  await query('DELETE FROM document WHERE id = $1', [some])
  expect(await query('SELECT 1 FROM document_owner WHERE document_id = $1', [some])).toEqual([])
})
