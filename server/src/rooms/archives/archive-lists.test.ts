import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveCalls } from '../../testing/archive-calls.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { archiveNames } from './archive-names.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(
  async () => void (portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })),
)
afterAll(() => portal.close())

test('R21.9 V1.2.10 the lists have each fact in its own cell, quoted, and nothing in them runs as a formula', async () => {
  const { counties, people, pool } = portal
  const { rows: types } = await pool.query<{ id: number; category: string; type: string }>(
    `SELECT t.id, c.name AS category, t.name AS type FROM document_type AS t JOIN category AS c ON c.id = t.category_id
     WHERE t.category_id = 2 ORDER BY t.id LIMIT 1`,
  )
  const [{ id: typeId, category, type } = { id: 0, category: '', type: '' }] = types
  expect(category).not.toBe(type)
  const name = '=1,"x".pdf'
  const store = () =>
    storeDocument(portal, people.clerk, { fileName: name, countyId: counties.loving, categoryId: 2, typeId })
  const [id, infected] = [await store(), await store()]
  await pool.query('UPDATE document SET file_name = $2 WHERE id = ANY ($1)', [[id, infected], name])
  await pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'EICAR' FROM document WHERE storage_key = key AND id = $1`,
    [infected],
  )
  await pool.query(
    `INSERT INTO organization (party_number, organization_name) VALUES (901, 'Zeta, Inc.'), (902, '=Alpha')`,
  )
  await pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT $1, party, 1, $2, now(), $3 FROM (VALUES (901), (902)) AS l (party)`,
    [id, counties.loving, people.clerk.accountId],
  )
  const { files } = await archiveCalls(portal).read(people.clerk, { ids: [id, infected] })
  const sha256 = createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex')
  expect(files['manifest.csv']?.toString()).toBe(
    [
      '\uFEFFFile ID,Name in ZIP,File Name,Bytes,SHA-256,Category,Type,County,Owners',
      `${id},"'=1,_x_.pdf","'=1,""x"".pdf",${SAMPLE_FILES.pdf.length},${sha256},${category},${type},Loving,"'=Alpha; Zeta, Inc."`,
      '',
    ].join('\r\n'),
  )
  expect(files['left-out.csv']?.toString()).toMatch(
    new RegExp(
      `^\uFEFFFile ID,File Name,Reason\r\n${infected},"'=1,""x""\\.pdf",[^\r\n]*virus[^\r\n]*\r\n$`,
      'u',
    ),
  )
})

test('R21.5 names that look alike, composed or not, are two names', () => {
  const nameOf = archiveNames()
  expect(['\u00e9.pdf', 'e\u0301.pdf', 'E\u0301.PDF'].map(nameOf)).toEqual([
    '\u00e9.pdf',
    '\u00e9 (2).pdf',
    '\u00c9 (3).PDF',
  ])
})
