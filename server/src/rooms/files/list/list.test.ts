import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { listDocuments } from './list.usecases.ts'
import type { PageReader } from '../../../records/documents/pages/page-reader.ts'

type Page = { files: Upload[]; totalPages: number; total: number }

let portal: TestPortal
let loving: number
let winkler: number
let administrator: TestPerson
let clerk: TestPerson
let staff: TestPerson

beforeAll(async () => {
  portal = await testPortal()
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  staff = await portal.addPerson({ email: 'new@staff.example' })
  for (const person of [clerk, clerk, clerk, staff]) await upload(person)
  await upload(administrator, winkler)
})
afterAll(() => portal.close())

async function upload(person: TestPerson, countyId?: number): Promise<void> {
  const fields = { fileName: 'a.png', bytes: SAMPLE_FILES.png, categoryId: 2, typeId: 13 }
  const form = uploadForm(countyId === undefined ? fields : { ...fields, countyId })
  portal.clock.advance(1000)
  await portal.call(person, uploadFile, form)
}

const list = (person: TestPerson | null, query = '') =>
  portal.as(person)({ method: 'GET', url: `/api/files/uploads${query}` })

async function page(person: TestPerson, query = ''): Promise<Page> {
  const answer = await list(person, query)
  expect(answer.statusCode).toBe(200)
  return answer.json<Page>()
}

test('R2.10 R5.2 shows an administrator all, a clerk their county, staff without a county their own', async () => {
  expect(await page(administrator)).toMatchObject({ total: 5, totalPages: 1 })
  const own = await page(clerk)
  expect(own.total).toBe(3)
  expect(own.files.every((row) => row.CountyID === loving && row.County === 'Loving')).toBe(true)
  expect((await page(staff)).files.map((row) => row.UploadedBy)).toEqual([staff.email])
  expect((await list(null)).statusCode).toBe(401)
})

test('S3.21 S7.18 R5.8 is newest first, by pages, with true totals past the end too', async () => {
  const all = (await page(clerk)).files.map((row) => row.FileID)
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  const second = await page(clerk, '?page=2&pageSize=2')
  expect(second).toMatchObject({ total: 3, totalPages: 2 })
  expect(second.files.map((row) => row.FileID)).toEqual(all.slice(2))
  expect(await page(clerk, '?page=9&pageSize=2')).toEqual({ files: [], total: 3, totalPages: 2 })
})

test('S7.18 filters; an empty filter has no effect, nor has an unknown name', async () => {
  expect((await page(clerk, '?categoryId=2&typeId=13&statusId=1')).total).toBe(3)
  expect((await page(clerk, '?categoryId=1')).total).toBe(0)
  expect((await page(clerk, '?categoryId=&statusId=&colour=red')).total).toBe(3)
  expect((await page(administrator, `?countyId=${winkler}`)).total).toBe(1)
})

test('R5.7 F04 an ordinary user may name their own county; any other is 403', async () => {
  expect((await page(clerk, `?countyId=${loving}`)).total).toBe(3)
  for (const [person, county] of [
    [clerk, winkler],
    [staff, loving],
  ] as const) {
    const answer = await list(person, `?countyId=${county}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { error: 'You may only see your own county.', code: 'county.not_yours' },
    ])
  }
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=99999999999',
  'pageSize=0',
  'pageSize=201',
  'page=1&page=2',
  'categoryId=1%00',
  'statusId=NaN',
])('R5.10 V1.4.2 E15 refuses %s with 400', async (query) => {
  expect((await list(clerk, `?${query}`)).statusCode).toBe(400)
})

test('E15 the farthest possible page is empty', async () => {
  expect((await page(clerk, '?page=2147483647&pageSize=200')).files).toEqual([])
})

test('the list shows what its page reader returns, and passes it the caller’s scope and the page', async () => {
  const asked: unknown[] = []
  const documentPages: PageReader = {
    async read(scope, request) {
      asked.push(scope, request)
      return { total: 41, isTotalExact: true, rows: [] }
    },
  }
  const context = contextOfPerson({ ...portal.world, documentPages }, { ...clerk, countyId: loving })
  const { body } = await listDocuments(context, { page: 3, pageSize: 20, typeId: 13 })
  expect(body).toEqual({ files: [], total: 41, totalPages: 3 })
  expect(asked).toEqual([
    { kind: 'counties', countyIds: [loving] },
    { page: 3, pageSize: 20, typeId: 13 },
  ])
})
