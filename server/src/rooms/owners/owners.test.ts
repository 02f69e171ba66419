import { deleteUpload } from '@portal/contract/files/files.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  OWNER_COLUMNS,
  OWNER_FILE_COUNTS,
  type OwnerFileCounts,
  type OwnerRow,
} from '@portal/contract/owners/owners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../testing/owner-calls.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { failureWith } from '../../testing/failure-with.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const HEADER = 'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue'
const LINES = [
  HEADER,
  '300,éclair Minerals,R3,,,-77113.5,',
  '100,Zapata,000100,7,TAX CO,1234.50,9999999999999.99',
  '200,"eclair ""B"" Minerals",1.23E+05,,,0,12',
  '400,Eclair\tMinerals,,,,,',
]

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal({ ...MIDLAND_AND_ECTOR, environment: { CORS_ORIGINS: 'https://other.example' } })
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await owners.empty()
  await owners.load(LINES, { county: 'Midland', year: 2026 })
})

type ListRequest = { query?: string; person?: TestPerson | null; headers?: Record<string, string> }

function details({
  query = 'appraisalYear=2026',
  person = portal.people.clerk,
  headers = {},
}: ListRequest = {}) {
  return portal.as(person)({ method: 'GET', url: `/api/owners/owner-details?${query}`, headers })
}

const columns = (headers = {}) => details({ headers: { accept: OWNER_COLUMNS, ...headers } })
const fileCounts = async (headers = {}) => details({ headers: { accept: OWNER_FILE_COUNTS, ...headers } })

const midland = () => `appraisalYear=2026&countyId=${portal.counties.midland}`

async function linkedDocument(partyNumber = 100, by = portal.people.clerk): Promise<number> {
  const id = await storeDocument(portal, by)
  await owners.link(id, partyNumber)
  return id
}

describe('the owner table', () => {
  test('S3.16 S7.41 R4.2 is a bare array in the order of the names, dollars as numbers', async () => {
    const answer = await details()
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const values = answer.json<OwnerRow[]>().map((row) => Object.values(row))
    expect(values).toEqual([
      [400, 'Eclair\tMinerals', '', '', null, null, 0],
      [200, 'eclair "B" Minerals', '1.23E+05', '', 0, 12, 0],
      [300, 'éclair Minerals', 'R3', '', -77_113.5, null, 0],
      [100, 'Zapata', '000100', 'TAX CO', 1234.5, 9_999_999_999_999.99, 0],
    ])
    const names = 'OwnerNbr OwnerName CAD_OwnerID AgentName CurrentValue PriorValue FileCount'
    expect(Object.keys(answer.json<OwnerRow[]>()[0] ?? {})).toEqual(names.split(' '))
  })

  test('R6.18 comes as columns without file counts on request', async () => {
    await linkedDocument()
    const answer = await columns()
    expect(answer.headers['content-type']).toBe(OWNER_COLUMNS)
    expect(answer.json()).toEqual({
      OwnerNbr: [400, 200, 300, 100],
      OwnerName: ['Eclair\tMinerals', 'eclair "B" Minerals', 'éclair Minerals', 'Zapata'],
      CAD_OwnerID: ['', '1.23E+05', 'R3', '000100'],
      AgentName: ['', '', '', 'TAX CO'],
      CurrentValue: [null, 0, -77_113.5, 1234.5],
      PriorValue: [null, 12, null, 9_999_999_999_999.99],
    })
  })

  test('I06 contains thousands of complete rows, in every encoding', async () => {
    const lines = Array.from(
      { length: 2500 },
      (_line, at) => `${at + 1},Owner ${String(at).padStart(4, '0')},,,,1,`,
    )
    await owners.load([HEADER, ...lines], { county: 'Midland', year: 2026, options: ['--replace'] })
    const plain = await details()
    const rows = plain.json<OwnerRow[]>()
    expect(rows.map((owner) => owner.OwnerNbr)).toEqual(lines.map((_line, at) => at + 1))
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const accept of ['*/*', OWNER_COLUMNS, OWNER_FILE_COUNTS]) {
      const identity = (await details({ headers: { accept } })).json()
      const br = await details({ headers: { accept, 'accept-encoding': 'gzip, deflate, br' } })
      const gzip = await details({ headers: { accept, 'accept-encoding': 'gzip, br;q=0.5' } })
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(identity)
      expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(identity)
    }
  })

  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['text/html, */*;q=0.8', 'application/json; charset=utf-8'],
    [`${OWNER_COLUMNS};q=0.5, application/json`, 'application/json; charset=utf-8'],
    [`${OWNER_COLUMNS};q=0`, 'application/json; charset=utf-8'],
    [`application/json;q=0.9, ${OWNER_COLUMNS}`, OWNER_COLUMNS],
    [`${OWNER_COLUMNS.toUpperCase()}, */*`, OWNER_COLUMNS],
    [`${OWNER_FILE_COUNTS}, ${OWNER_COLUMNS};q=0.1`, OWNER_FILE_COUNTS],
  ])('R6.18 Accept: %s is answered with %s', async (accept, contentType) => {
    expect((await details({ headers: { accept } })).headers['content-type']).toBe(contentType)
  })

  test('C21 shows imports of other processes', async () => {
    await details()
    await owners.load([HEADER, '500,Alpha,,,,5,'], { county: 'Midland', year: 2026 })
    const [first] = (await details()).json<OwnerRow[]>()
    expect(first).toMatchObject({ OwnerNbr: 500, OwnerName: 'Alpha', CurrentValue: 5 })
  })
})

describe('the count of files', () => {
  test('R6.19 counts each document once, of this county and year, outside the bin', async () => {
    const twice = await linkedDocument(100)
    await owners.link(twice, 100, 2)
    const binned = await linkedDocument(100)
    const old = await linkedDocument(100)
    await linkedDocument(200)
    await owners.load([HEADER, '100,Zapata,,,,1,'], { county: 'Ector', year: 2026 })
    await linkedDocument(100, portal.people.neighbor)
    await linkedDocument(100, portal.people.engineer)
    await portal.call(portal.people.clerk, deleteUpload, { params: { fileId: binned } })
    await portal.pool.query('UPDATE document SET appraisal_year = 2025 WHERE id = $1', [old])
    expect((await fileCounts()).json()).toEqual({ OwnerNbr: [100, 200], FileCount: [1, 1] })
    expect((await details()).json<OwnerRow[]>().map((owner) => owner.FileCount)).toEqual([0, 1, 0, 1])
  })

  test('R5.41 is the length of the list of attachments', async () => {
    await linkedDocument(300)
    await linkedDocument(300)
    const counts = (await fileCounts()).json<OwnerFileCounts>()
    const at = counts.OwnerNbr.indexOf(300)
    const url = '/api/owners/owner-attachments?ownerNbr=300&appraisalYear=2026'
    const list = (await portal.as(portal.people.clerk)({ method: 'GET', url })).json<unknown[]>()
    expect(counts.FileCount[at]).toBe(list.length)
    expect(list.length).toBeGreaterThanOrEqual(2)
  })
})

describe('a response that the caller already has', () => {
  const shapes = { rows: {}, columns: { accept: OWNER_COLUMNS }, counts: { accept: OWNER_FILE_COUNTS } }
  const tags = async () => {
    const entries = Object.entries(shapes).map(async ([name, headers]) => [
      name,
      (await details({ headers })).headers.etag,
    ])
    return Object.fromEntries(await Promise.all(entries)) as Record<keyof typeof shapes, string>
  }

  test.each(Object.entries(shapes))('R3.14 is not sent again: %s', async (_name, headers) => {
    const first = await details({ headers })
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Origin, Accept, Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    })
    const tag = first.headers.etag ?? ''
    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await details({ headers: { ...headers, 'if-none-match': ifNoneMatch } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' })
    }
    expect((await details({ headers: { ...headers, 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  test('has a tag of its own in each shape and encoding', async () => {
    const br = (await columns({ 'accept-encoding': 'br' })).headers.etag
    expect(new Set([...Object.values(await tags()), br]).size).toBe(4)
  })

  test('R6.19 changes its tag: a link that of the counts and the array, an import that of the columns and the array', async () => {
    const before = await tags()
    await linkedDocument(400)
    const linked = await tags()
    expect([linked.columns, linked.rows === before.rows, linked.counts === before.counts]).toEqual([
      before.columns,
      false,
      false,
    ])
    await owners.load([HEADER, '400,Eclair\tMinerals,,,,4,'], { county: 'Midland', year: 2026 })
    const imported = await tags()
    expect([imported.counts, imported.rows === linked.rows, imported.columns === linked.columns]).toEqual([
      linked.counts,
      false,
      false,
    ])
    await owners.load([HEADER, '400,Eclair\tMinerals,,,,,'], { county: 'Midland', year: 2026 })
    expect(await tags()).toEqual(linked)
  })
})

describe('who sees which roll', () => {
  test('S6.5 R6.15 ordinary users their own county’s, named or not', async () => {
    expect((await details({ query: midland() })).json()).toHaveLength(4)
    expect((await details()).json()).toHaveLength(4)
    expect((await details({ person: portal.people.neighbor })).json()).toEqual([])
    const refused = await details({ query: midland(), person: portal.people.neighbor })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { error: 'You may only see your own county.', code: 'county.not_yours' },
    ])
  })

  test('R6.15 a person without a county none', async () => {
    const engineer = { person: portal.people.engineer }
    expect((await details(engineer)).json()).toEqual([])
    expect((await details({ ...engineer, headers: { accept: OWNER_COLUMNS } })).json()).toMatchObject({
      OwnerNbr: [],
    })
    expect((await details({ ...engineer, query: midland() })).statusCode).toBe(403)
  })

  test('R6.16 administrators the one they name', async () => {
    const administrator = { person: portal.people.administrator }
    expect((await details({ ...administrator, query: midland() })).json()).toHaveLength(4)
    const unnamed = await details(administrator)
    expect([unnamed.statusCode, unnamed.json()]).toEqual([
      400,
      { error: 'Please select a county.', code: 'owners.county_required' },
    ])
    const unknown = await details({ ...administrator, query: 'appraisalYear=2026&countyId=999' })
    expect([unknown.statusCode, unknown.json()]).toEqual([
      404,
      { error: 'This county does not exist.', code: 'county.not_found' },
    ])
    expect((await details({ person: null })).statusCode).toBe(401)
  })

  test.each([
    ['', 'Please select an appraisal year.'],
    ['appraisalYear=', 'Please select an appraisal year.'],
    ['appraisalYear=2017', 'appraisalYear must be from 2018 to 2026.'],
    ['appraisalYear=2027', 'appraisalYear must be from 2018 to 2026.'],
    ['appraisalYear=soon', 'appraisalYear must be a whole number.'],
    ['appraisalYear=2026&appraisalYear=2025', 'appraisalYear may be given once only, as a whole number.'],
  ])('S9.21 R6.17 V2.2.3 of the nine years: %j is refused', async (query, error) => {
    const answer = await details({ query })
    expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(error)])
  })

  test.each([2018, 2026])('R6.17 of the nine years: %d is accepted', async (year) => {
    expect((await details({ query: `appraisalYear=${year}` })).statusCode).toBe(200)
  })
})
