import type { Upload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { listDocuments } from './list.usecases.ts'

const LIST = '/api/files/uploads'
const DOCUMENTS = 24

let portal: TestPortal
let loving: number
let administrator: TestPerson
let clerk: TestPerson

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  loving = (await portal.addCounty('Loving')).CountyID
  const winkler = (await portal.addCounty('Winkler')).CountyID
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  // Four documents per moment, with moments a microsecond apart.
  await portal.pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key)
     SELECT CASE n % 3 WHEN 0 THEN $2::integer ELSE $3 END, $1, 1, 1 + n % 2,
       timestamptz '2026-01-01 00:00Z' + n / 4 * interval '1 microsecond', 2026, 'plan.pdf', 'application/pdf', 1, sha256('x'),
       'plan ' || n
     FROM generate_series(1, $4) n`,
    [administrator.accountId, winkler, loving, DOCUMENTS],
  )
})
afterAll(() => portal.close())

type Page = { files: Upload[]; totalPages: number; total: number }

async function open(person: TestPerson, url: string) {
  const answer = await portal.as(person)({ method: 'GET', url })
  const { link = '' } = answer.headers as { link?: string }
  const links = Object.fromEntries(
    [...link.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => {
      const { pathname, search, searchParams } = new URL(target, `http://portal.example${url}`)
      return [relation, { url: pathname + search, query: Object.fromEntries(searchParams) }]
    }),
  )
  const { next, prev } = links as Partial<Record<'next' | 'prev', (typeof links)[string]>>
  return { status: answer.statusCode, body: answer.json<Page>(), next, prev }
}

test('R5.69 the links of the list lead through all its pages and back, and match the pages by number', async () => {
  const filters = `countyId=${loving}&typeId=2&categoryId=1`
  let page = await open(administrator, `${LIST}?${filters}&pageSize=3`)
  expect([page.prev, page.body.total]).toEqual([undefined, 8])
  for (const number of ['2', '3']) {
    const { next } = page
    expect(next?.query).toEqual({
      page: number,
      pageSize: '3',
      countyId: String(loving),
      typeId: '2',
      categoryId: '1',
      after: expect.any(String),
    })
    page = await open(administrator, next?.url ?? '')
    expect(page.body).toEqual(
      (await open(administrator, `${LIST}?${filters}&pageSize=3&page=${number}`)).body,
    )
  }
  expect(page.next).toBeUndefined()
  for (const number of ['2', '1']) {
    expect(page.prev?.query).toMatchObject({ page: number, before: expect.any(String) })
    page = await open(administrator, page.prev?.url ?? '')
    expect(page.body).toEqual(
      (await open(administrator, `${LIST}?${filters}&pageSize=3&page=${number}`)).body,
    )
  }
  expect(page.prev).toBeUndefined()
})

test('a list of one page, and a page past the end, have no links', async () => {
  for (const query of ['', '?page=9']) {
    expect(await open(clerk, LIST + query)).toMatchObject({ status: 200, next: undefined, prev: undefined })
  }
})

test('V8.4.1 the link of an administrator shows a clerk their county only', async () => {
  const { next } = await open(administrator, `${LIST}?pageSize=10`)
  const own = await open(clerk, LIST)
  const page = await open(clerk, next?.url ?? '')
  expect(page.body.total).toBe(own.body.total)
  expect(page.body.files.length).toBeGreaterThan(0)
  const ids = new Set(own.body.files.map((row) => row.FileID))
  expect(page.body.files.filter((row) => row.CountyID !== loving || !ids.has(row.FileID))).toEqual([])
})

const written = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  ['after', 'x'],
  ['after', '%00'],
  ['after', written('null')],
  ['before', written('[1]')],
  ['after', written('[1,2,3,4]')],
  ['after', written('[1,1e300,3]')],
  ['before', written('[99999,2,3]')],
  ['after', written('[1,2,0]')],
  ['after', written('[1,2,2147483648]')],
  ['before', written(`["1","2","3"]`)],
  ['after', `${written('[1,2,3]')}&after=${written('[1,2,3]')}`],
])('V1.4.2 E15 refuses %s=%s with 400', async (name, value) => {
  const answer = await portal.as(clerk)({ method: 'GET', url: `${LIST}?${name}=${value}` })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    error: `${name} must be taken from a link to the next or previous page.`,
  })
})

test('refuses two positions at once', async () => {
  const position = written('[1,2,3]')
  const answer = await portal.as(clerk)({
    method: 'GET',
    url: `${LIST}?after=${position}&before=${position}`,
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { error: 'after and before may not be given together.' },
  ])
})

test('a position at the ends of time is valid', async () => {
  for (const moment of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    const query = `?after=${written(JSON.stringify([1, moment, 1]))}`
    expect((await open(clerk, LIST + query)).status).toBe(200)
  }
})

async function pageWith(isTotalExact: boolean) {
  const documentPages = { read: async () => ({ total: 10_000, isTotalExact, rows: [] }) }
  const context = contextOfPerson(portal.world, { ...administrator, isAdmin: true })
  return (await listDocuments({ ...context, documentPages }, {})).body
}

test('a page says that its total is a lower bound, as its reader does, and nothing of an exact one', async () => {
  const page = { files: [], total: 10_000, totalPages: 200 }
  expect(await pageWith(false)).toEqual({ ...page, isTotalExact: false })
  expect(await pageWith(true)).toEqual(page)
})
