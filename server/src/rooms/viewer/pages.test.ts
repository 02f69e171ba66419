import { deleteUpload } from '@portal/contract/files/files.ts'
import {
  getPageImage,
  getPageTexts,
  previewUpload,
  type Preview,
  type PageText,
} from '@portal/contract/viewer/viewer.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let pdf: number

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  pdf = await stored('rendition.pdf', SAMPLE_FILES.pdf)
})
afterAll(() => portal.close())

const stored = (fileName: string, bytes: Buffer) =>
  storeDocument(portal, portal.people.clerk, { fileName, bytes })

const look = (fileId: number, person: TestPerson = portal.people.clerk) =>
  portal.call(person, previewUpload, { params: { fileId } })

const image = (
  fileId: number,
  more: { page?: number; width?: number; headers?: Record<string, string> } = {},
) =>
  portal.call(portal.people.clerk, getPageImage, {
    params: { fileId, page: more.page ?? 1 },
    query: { width: more.width ?? 800 },
    ...(more.headers && { headers: more.headers }),
  })

async function looksAt(fileId: number): Promise<number> {
  const { rows } = await portal.pool.query(
    `SELECT FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 AND what = 'viewed'`,
    [fileId],
  )
  return rows.length
}

test('R16.1 a PDF is shown as pages with their sizes, pictures and text', async () => {
  const { kind, pageCount, pages } = (await look(pdf)).json<Preview>()
  expect({ kind, pageCount, pages }).toEqual({
    kind: 'pages',
    pageCount: 1,
    pages: [{ width: 612, height: 792 }],
  })
  const picture = await image(pdf)
  expect(picture.headers).toMatchObject({
    'content-type': expect.stringMatching(/^image\/(png|webp)$/),
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(800)
  const texts = await portal.call(portal.people.clerk, getPageTexts, { params: { fileId: pdf, page: 1 } })
  const [first] = texts.json<{ pages: PageText[] }>().pages
  expect(first?.text).toContain('Delaware Pipe Line LLC')
  const word = first?.words.find(({ at, length }) => first.text.slice(at, at + length) === 'Delaware')
  expect(word?.box.every((place) => place > 0 && place < 1000)).toBe(true)
})

test('R16.1 a browser that has the picture gets no second one', async () => {
  const { headers } = await image(pdf)
  const again = await image(pdf, { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test.for(['png', 'jpg', 'tif'] as const)('R16.1 a %s is shown as pages with their sizes', async (type) => {
  const fileId = await stored(`scan.${type}`, SAMPLE_FILES[type])
  expect((await look(fileId)).json<Preview>()).toMatchObject({ kind: 'pages', reason: null })
  const { width } = await sharp((await image(fileId)).rawPayload).metadata()
  expect(width).toBeGreaterThan(0)
})

test('R16.2 a look is recorded once in ten minutes for each person and document', async () => {
  const fileId = await stored('looked-at.pdf', SAMPLE_FILES.pdf)
  await look(fileId)
  await image(fileId)
  await look(fileId)
  expect(await looksAt(fileId)).toBe(1)
  portal.clock.advance(600_001)
  await image(fileId)
  expect(await looksAt(fileId)).toBe(2)
})

test('R16.2 nobody sees a document of another county, or one in the bin that they may not restore', async () => {
  const fileId = await stored('gone.pdf', SAMPLE_FILES.pdf)
  expect((await look(fileId, portal.people.neighbor)).statusCode).toBe(404)
  await portal.call(portal.people.administrator, deleteUpload, { params: { fileId } })
  expect((await look(fileId)).statusCode).toBe(200)
  expect((await look(fileId, portal.people.colleague)).statusCode).toBe(403)
  expect((await look(fileId, portal.people.neighbor)).statusCode).toBe(404)
})

test('R16.1 a page or a width that is not there is refused', async () => {
  expect((await image(pdf, { width: 801 })).statusCode).toBe(400)
  expect((await image(pdf, { page: 2 })).json()).toMatchObject({ code: 'preview.no_such_page' })
})
