import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { listUploads, type ListedUpload } from '@portal/contract/files/files.ts'
import { LIST_ORDERS } from '@portal/contract/files/list-orders.ts'
import * as xlsx from '@e965/xlsx'
import { parse } from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMissing } from '../../../records/search-index/index-sweep.job.ts'
import { searchCalls } from '../../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

const DOCUMENTS = 29

let portal: TestPortal<typeof TWO_COUNTIES>
let several: TestPerson
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    now: '2026-04-20T15:00:00Z',
    environment: { RATE_LIMIT: 'off' },
  })
  const { counties, people, pool } = portal
  several = await portal.addPerson({
    email: 'several@staff.example',
    role: 'staff',
    countyIds: [counties.loving, counties.winkler],
  })
  await pool.query(`INSERT INTO organization VALUES (501, 'Mesquite Oil'), (502, '=Yucca Gas')`)
  await pool.query(
    `INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES (61, 'Ryan LLC', '0AB')`,
  )
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at, appraisal_year,
       file_name, content_type, byte_size, sha256, storage_key, rendered, rendered_date)
     SELECT CASE n % 3 WHEN 0 THEN $2::integer ELSE $1 END, CASE n % 2 WHEN 0 THEN $3::integer ELSE $4 END,
       CASE n % 4 WHEN 0 THEN 2 ELSE 1 END, CASE n % 4 WHEN 0 THEN 13 WHEN 1 THEN 3 ELSE 1 END, 1 + n % 4,
       CASE n WHEN 7 THEN '=1+1, "quoted"' ELSE 'lease ' || n % 5 END,
       timestamptz '2026-01-01 05:30Z' + n / 4 * interval '1 hour', 2026,
       (ARRAY['b.pdf', 'B.pdf', 'Ávila.pdf', 'a "quoted" name.pdf', '+a.pdf'])[1 + n % 5], 'application/pdf',
       1000 - n % 7, sha256('x'), 'exported ' || n, n % 4 = 2, CASE WHEN n % 4 = 2 THEN date '2026-04-15' END
     FROM generate_series(1, $5) n`,
    [counties.loving, counties.winkler, people.clerk.accountId, people.colleague.accountId, DOCUMENTS + 1],
  )
  // It is in the bin, so no list shows it.
  await pool.query(
    `UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE storage_key = 'exported ' || $1`,
    [DOCUMENTS + 1],
  )
  await pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, party, relation, county_id, now(), uploaded_by FROM document,
       (VALUES (501, 1), (502, 1), (502, 2)) AS l (party, relation) WHERE id % 3 > 0 OR party = 501 AND id % 2 = 0`,
  )
  await pool.query(
    `INSERT INTO document_agent (document_id, agent_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, 61, 1, county_id, now(), uploaded_by FROM document WHERE id % 5 = 0`,
  )
  await queueMissing(portal.world)
  await searchCalls(portal).index()
})
afterAll(() => portal.close())

type Query = Readonly<Record<string, unknown>>

/** The ids of every page of the list. */
async function listed(person: TestPerson, query: Query): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const answer = await portal.call(person, listUploads, { query: { ...query, page, pageSize: 10 } })
    expect(answer.statusCode).toBe(200)
    const { files, totalPages } = answer.json<{ files: ListedUpload[]; totalPages: number }>()
    ids.push(...files.map(({ FileID }) => FileID))
    if (page >= totalPages) return ids
  }
}

async function exported(person: TestPerson, query: Query) {
  const answer = await portal.call(person, exportUploads, { query })
  expect(answer.statusCode).toBe(200)
  const { data } = parse<string[]>(answer.body.replace('\uFEFF', ''), { skipEmptyLines: true })
  return { answer, headings: data[0] ?? [], rows: data.slice(1) }
}

async function exportedIds(person: TestPerson, query: Query): Promise<number[]> {
  return (await exported(person, { ...query, columns: 'id' })).rows.map(([id]) => Number(id))
}

const FILTERS: Query[] = [
  {},
  { statusId: 2 },
  { categoryId: 1, typeId: 3 },
  { hasOwner: 'no' },
  { ownerNbr: 502, receivedFrom: '2026-01-01', minSize: 996 },
  { agentCode: '0ab', uploadedBy: 'clerk' },
  { q: 'lease', statusId: 1 },
  { q: 'mesquite -4' },
  { fileType: 'word' },
]

test.each(FILTERS)(
  'R22.1 the rows of an export are those of the list with %j, in each order',
  async (filter) => {
    const { loving } = portal.counties
    for (const person of [several, portal.people.clerk, portal.people.administrator]) {
      for (const order of LIST_ORDERS) {
        const query = { ...filter, order, ...(person === several && { countyId: loving }) }
        expect(await exportedIds(person, query)).toEqual(await listed(person, query))
      }
    }
    expect(await exportedIds(several, filter)).toEqual(await listed(several, filter))
  },
)

test('R22.2 an export has the named columns in their order, or all; another column is refused', async () => {
  const { headings } = await exported(several, { columns: 'status,id,owner' })
  expect(headings).toEqual(['Status', 'File ID', 'Owners'])
  expect((await exported(several, {})).headings).toEqual([
    'File ID',
    'Date (America/Chicago)',
    'User',
    'Category',
    'Type',
    'File name',
    'Description',
    'County',
    'Status',
    'Owners',
    'Owner numbers',
    'Agents',
    'Appraisal year',
    'Rendered',
    'Rendered date',
    'Extended',
    'Size (bytes)',
    'SHA-256',
    'Assigned to',
  ])
  for (const columns of ['id,unknown', 'id,id']) {
    const answer = await portal.call(several, exportUploads, { query: { columns } })
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      expect.stringContaining('columns must be some of id,date,') as string,
    ])
  }
})

test('R22.3 a row has names, owners and agents once each, local dates, and the hash', async () => {
  const { rows } = await exported(several, { order: 'fileId', columns: '' })
  const row = rows.find(([, , , , , , description]) => description?.includes('quoted'))
  expect(row).toEqual([
    expect.any(String) as string,
    '2026-01-01 00:30:00',
    'chief@loving.example',
    'Industrial',
    expect.any(String) as string,
    'Ávila.pdf',
    `'=1+1, "quoted"`,
    'Loving',
    expect.any(String) as string,
    "'=Yucca Gas; Mesquite Oil",
    '502; 501',
    '',
    '2026',
    'No',
    '',
    'No',
    '1000',
    '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    '',
  ])
})

test('R22.5 an XLSX export has the rows of the list with dates and numbers', async () => {
  const { loving } = portal.counties
  const query = { countyId: loving, order: '-fileName', format: 'xlsx' }
  const answer = await portal.call(several, exportUploads, { query })
  expect(answer.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(answer.headers['content-disposition']).toContain('filename="documents_Loving_2026-04-20.xlsx"')
  const book = xlsx.read(answer.rawPayload, { cellDates: true, UTC: true })
  const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Documents'] ?? {})
  expect(rows.map((row) => row['File ID'])).toEqual(
    await listed(several, { countyId: loving, order: '-fileName' }),
  )
  const rendered = rows.filter((row) => row['Rendered'] === 'Yes')
  expect(rendered.map((row) => row['Rendered date'])).toEqual(rendered.map(() => new Date('2026-04-15')))
  const [id] = rows.map((row) => row['File ID'])
  const dates = rows.map((row) => (row['Date (America/Chicago)'] as Date).getTime())
  const files = await portal.call(several, listUploads, { query: { countyId: loving, order: '-fileName' } })
  const [first] = files.json<{ files: ListedUpload[] }>().files
  expect([id, dates[0]]).toEqual([first?.FileID, Date.parse(first?.UploadDate ?? '') - 6 * 3_600_000])
  expect(xlsx.utils.sheet_to_json(book.Sheets['About'] ?? {}, { header: 1 })).toEqual([
    ['List', 'Documents'],
    ['As of', '2026-04-20 10:00:00 (America/Chicago)'],
    ['Rows', String(rows.length)],
    ['County', 'Loving'],
    ['Order', 'fileName, descending'],
    ['Exported by', 'several@staff.example'],
  ])
})

test('R22.12 V8.2.2 an export has documents of the caller’s counties only, and another county is refused', async () => {
  const { clerk } = portal.people
  const { winkler } = portal.counties
  const { rows } = await exported(clerk, { columns: 'county' })
  expect(new Set(rows.flat())).toEqual(new Set(['Loving']))
  const answer = await portal.call(clerk, exportUploads, { query: { countyId: winkler } })
  expect(answer.statusCode).toBe(403)
})

test('R22.13 V16.2.1 an export is recorded with its filters, columns and rows', async () => {
  const { loving } = portal.counties
  await exported(several, { countyId: loving, statusId: 1, columns: 'id,name' })
  const { rows } = await portal.pool.query<{ after: unknown; county_id: number }>(
    `SELECT after, county_id FROM audit_record WHERE action = 'list.exported' ORDER BY id DESC LIMIT 1`,
  )
  const ids = await listed(several, { countyId: loving, statusId: 1 })
  expect(rows).toEqual([
    {
      county_id: loving,
      after: {
        list: 'documents',
        format: 'csv',
        filter: expect.stringMatching(/^Status: \w.*; County: Loving$/u) as string,
        columns: ['id', 'name'],
        rows: ids.length,
      },
    },
  ])
})
