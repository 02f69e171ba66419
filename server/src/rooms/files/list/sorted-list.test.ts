import { LIST_ORDERS, SORT_COLUMNS, type SortColumn } from '@portal/contract/files/list-orders.ts'
import { listUploads, type ListedUpload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMissing } from '../../../records/search-index/index-sweep.job.ts'
import { createSortedPages } from '../../../records/search-index/sorted-pages.ts'
import { searchCalls } from '../../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

const DOCUMENTS = 23

let portal: TestPortal<typeof TWO_COUNTIES>
let several: TestPerson
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  const { counties, people, pool } = portal
  several = await portal.addPerson({
    email: 'several@staff.example',
    role: 'staff',
    countyIds: [counties.loving, counties.winkler],
  })
  await pool.query(`INSERT INTO organization VALUES (501, 'Mesquite Oil'), (502, 'Yucca Gas')`)
  // Many values twice, moments a microsecond apart, and names that differ in capitals and accents only.
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at, appraisal_year,
       file_name, content_type, byte_size, sha256, storage_key)
     SELECT CASE n % 3 WHEN 0 THEN $2::integer ELSE $1 END, CASE n % 2 WHEN 0 THEN $3::integer ELSE $4 END,
       CASE n % 4 WHEN 0 THEN 2 ELSE 1 END, CASE n % 4 WHEN 0 THEN 13 WHEN 1 THEN 3 ELSE 1 END, 1 + n % 4,
       repeat('long ', 30) || n % 5, timestamptz '2026-01-01 00:00Z' + n / 4 * interval '1 microsecond', 2026,
       (ARRAY['b.pdf', 'B.pdf', 'Ávila.pdf', 'a "quoted" name.pdf', 'a.pdf'])[1 + n % 5], 'application/pdf',
       1000 - n % 7, sha256('x'), 'sorted ' || n
     FROM generate_series(1, $5) n`,
    [counties.loving, counties.winkler, people.clerk.accountId, people.colleague.accountId, DOCUMENTS + 1],
  )
  // It is in the bin, so no list shows it.
  await pool.query(
    `UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE storage_key = 'sorted ' || $1`,
    [DOCUMENTS + 1],
  )
  await pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, 501 + id % 2, 1, county_id, now(), uploaded_by FROM document WHERE id % 3 > 0`,
  )
})
afterAll(() => portal.close())

type Page = {
  files: ListedUpload[]
  total: number
  isTotalExact?: false
  sortedRows?: number
  error?: string
}

async function open(person: TestPerson, query: Readonly<Record<string, unknown>>, link?: string) {
  const url = `/api/files/uploads${link ?? ''}`
  const answer = link
    ? await portal.as(person)({ method: 'GET', url })
    : await portal.call(person, listUploads, { query })
  const { link: links = '' } = answer.headers as { link?: string }
  return {
    status: answer.statusCode,
    body: answer.json<Page>(),
    next: /<([^>]*)>; rel="next"/.exec(links)?.[1],
    prev: /<([^>]*)>; rel="prev"/.exec(links)?.[1],
  }
}

const idsOf = ({ body }: { body: Page }) => body.files.map(({ FileID }) => FileID)

const KEYS: Readonly<Record<SortColumn, string>> = {
  fileId: 'd.id',
  date: 'd.uploaded_at',
  uploadedBy: `(SELECT email FROM account WHERE id = d.uploaded_by) COLLATE "C"`,
  county: `(SELECT lower(name) FROM county WHERE id = d.county_id)`,
  category: `(SELECT lower(name) FROM category WHERE id = d.category_id) COLLATE "C"`,
  type: `(SELECT lower(name) FROM document_type WHERE id = d.type_id) COLLATE "C"`,
  description: `left(lower(d.description), 100) COLLATE "C"`,
  status: '- d.status_rank',
  fileName: `lower(d.file_name COLLATE "und-x-icu") COLLATE "C"`,
  size: 'd.byte_size',
  owner: `(SELECT coalesce(min(lower(o.organization_name)), '') FROM document_owner AS l
    JOIN organization AS o USING (party_number) WHERE l.document_id = d.id) COLLATE "C"`,
}

async function expectedIds(order: string, where = 'true') {
  const direction = order.startsWith('-') ? 'DESC' : 'ASC'
  const key = KEYS[order.replace('-', '') as SortColumn]
  const { rows } = await portal.pool.query<{ id: number }>(
    `SELECT d.id FROM document AS d WHERE deleted_at IS NULL AND ${where} ORDER BY ${key} ${direction}, d.id ${direction}`,
  )
  return rows.map(({ id }) => id)
}

const SORTED = LIST_ORDERS.filter((order) => !['list', 'best', 'status'].includes(order))

test.each(SORTED)('R15.25 by %s, pages by number and by link are complete and in order', async (order) => {
  const expected = await expectedIds(order)
  for (const person of [portal.people.administrator, several]) {
    const whole = await open(person, { order, pageSize: 50 })
    expect([whole.status, idsOf(whole), whole.body.total]).toEqual([200, expected, DOCUMENTS])
    expect(whole.next).toBeUndefined()
    expect(idsOf(await open(person, { order, pageSize: 5, page: 3 }))).toEqual(expected.slice(10, 15))
    let page = await open(person, { order, pageSize: 5 })
    const seen = idsOf(page)
    expect(page.prev).toBeUndefined()
    while (page.next !== undefined) {
      page = await open(person, {}, page.next)
      seen.push(...idsOf(page))
    }
    expect(seen).toEqual(expected)
    const back = idsOf(page)
    while (page.prev !== undefined) {
      page = await open(person, {}, page.prev)
      back.unshift(...idsOf(page))
    }
    expect(back).toEqual(expected)
  }
})

test('R15.25 by status, and by the best match without a search, the list has its own order', async () => {
  const { administrator } = portal.people
  const own = idsOf(await open(administrator, {}))
  for (const order of ['list', 'best', 'status']) {
    const page = await open(administrator, { order })
    expect([order, idsOf(page), page.body.sortedRows]).toEqual([order, own, undefined])
  }
})

test('R15.25 scope, filters and searches apply to a sorted list', async () => {
  const { counties, people } = portal
  const where = `d.county_id = ${counties.loving}`
  const own = await open(people.clerk, { order: '-size' })
  expect([idsOf(own), own.body.sortedRows]).toEqual([await expectedIds('-size', where), undefined])
  const filtered = await open(people.clerk, { order: 'type', hasOwner: 'yes', minSize: 995 })
  const matching = `${where} AND d.byte_size >= 995 AND d.id % 3 > 0`
  const expected = await expectedIds('type', matching)
  expect([idsOf(filtered), filtered.body.sortedRows]).toEqual([expected, expected.length])
  expect((await open(people.staff, { order: 'fileName' })).body).toMatchObject({ files: [], total: 0 })
  expect((await open(people.clerk, { order: 'date', countyId: counties.winkler })).status).toBe(403)
  await queueMissing(portal.world)
  await searchCalls(portal).index()
  const found = await open(people.clerk, { order: '-fileName', q: 'quoted' })
  const named = await expectedIds('-fileName', `${where} AND d.file_name LIKE '%quoted%'`)
  expect([idsOf(found), found.body.total]).toEqual([named, named.length])
})

const after = (link: string | undefined) => new URLSearchParams(link?.replace('?', '')).get('after')

test('R15.25 a position of another order is refused', async () => {
  const { administrator } = portal.people
  const byName = after((await open(administrator, { order: 'fileName', pageSize: 2 })).next)
  const byList = after((await open(administrator, { pageSize: 2 })).next)
  for (const [order, position] of [
    ['size', byName],
    ['date', byList],
    ['list', byName],
  ]) {
    const { status, body } = await open(administrator, { order, after: position })
    const error = 'after and before must be taken from a page in the same order.'
    expect([status, body.error]).toEqual([400, error])
  }
})

const readable = (cursor: string) => Buffer.from(cursor, 'base64url').toString()

test('R15.37 a cursor of a sorted list holds no text of a document, is the same again, and an open one is 400', async () => {
  const { administrator } = portal.people
  for (const order of ['fileName', 'description', 'uploadedBy', 'county', 'owner']) {
    const first = await open(administrator, { order, pageSize: 5 })
    const cursor = after(first.next) ?? ''
    expect(readable(cursor)).toMatch(/^\["[\w-]+",\d+\]$/u)
    const plain = Buffer.from(readable(cursor).split('"')[1] ?? '', 'base64url')
      .toString()
      .toLowerCase()
    expect(plain).not.toMatch(/pdf|long|example|loving|winkler|mesquite|yucca/u)
    expect((await open(administrator, { order, pageSize: 5 })).next).toBe(first.next)
  }
  const old = Buffer.from(JSON.stringify(['a.pdf', 1])).toString('base64url')
  const { status, body } = await open(administrator, { order: 'fileName', after: old })
  expect([status, body.error]).toEqual([400, 'after and before must be taken from a page in the same order.'])
})

test('R15.26 of more than 50,000 documents, only the columns with an index sort; others are refused', async () => {
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1::integer, $2::integer, 3, (SELECT min(id) FROM document_type WHERE category_id = 3), 2,
       timestamptz '2020-01-01Z' + n * interval '1 minute', 2020, 'bulk ' || n || '.pdf', 'application/pdf', 5000 + n,
       sha256('x'), 'bulk ' || n FROM generate_series(1, 50001) AS n`,
    [counties.winkler, people.neighbor.accountId],
  )
  await pool.query('ANALYZE document')
  const { administrator, neighbor } = people
  for (const column of SORT_COLUMNS) {
    const isIndexed = ['fileId', 'fileName', 'size'].includes(column)
    for (const person of [administrator, neighbor, several]) {
      const { status, body } = await open(person, { order: `-${column}` })
      const refusal = 'More than 50,000 documents match. Narrow the filters to sort them.'
      const expected = isIndexed ? [200, undefined] : [400, refusal]
      expect([column, status, body.error, body.sortedRows]).toEqual([column, ...expected, undefined])
    }
  }
  const last = await open(administrator, { order: 'size', page: 1001 })
  expect(last.body.files.at(-1)?.FileName).toBe('bulk 50001.pdf')
  const lower = await open(administrator, { order: 'size', hasOwner: 'no' })
  expect([lower.body.total, lower.body.isTotalExact]).toEqual([50_000, false])
  expect((await open(several, { order: 'county', categoryId: 1 })).body.sortedRows).toBeGreaterThan(10)
})

test('R15.26 a sort that takes too long is refused with a sentence of its own', async () => {
  const { pool, world } = portal
  const pages = createSortedPages({
    db: world.database.kysely,
    searchIndex: world.searchIndex,
    countedPages: world.documentPages,
    cursorSeal: world.cursorSeal,
    timeZone: world.settings.timeZone,
    timeoutMs: 50,
  })
  const blocker = await pool.connect()
  try {
    await blocker.query('BEGIN; LOCK TABLE document IN ACCESS EXCLUSIVE MODE')
    const request = {
      sort: { column: 'type', isDescending: false },
      minSize: 1,
      page: 1,
      pageSize: 5,
    } as const
    await expect(pages.read({ kind: 'all' }, request)).rejects.toMatchObject({
      code: 'documents.sort_timeout',
    })
  } finally {
    await blocker.query('ROLLBACK')
    blocker.release()
  }
})
