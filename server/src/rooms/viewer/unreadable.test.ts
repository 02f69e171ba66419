import { getPageImage, previewUpload, type Preview } from '@portal/contract/viewer/viewer.ts'
import PdfKit from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEAN_PDF, INFECTED_PDF, scanCalls, SCANNED, type ScanCalls } from '../../testing/scan-calls.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

beforeAll(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
})
afterAll(() => portal.close())

const look = (fileId: number) => portal.call(portal.people.clerk, previewUpload, { params: { fileId } })
const draw = (fileId: number) =>
  portal.call(portal.people.clerk, getPageImage, { params: { fileId, page: 1 }, query: { width: 800 } })

async function storedAs(mood: 'scan' | 'fail', bytes: Buffer): Promise<number> {
  portal.scanner.be(mood)
  const fileId = await scans.store(bytes)
  portal.scanner.be('scan')
  return fileId
}

test('R16.2 a file that was not found clean is not shown, and no look is recorded', async () => {
  const waiting = await storedAs('fail', CLEAN_PDF)
  expect((await look(waiting)).json()).toMatchObject({ code: 'document.still_checked' })
  const infected = await storedAs('fail', INFECTED_PDF)
  await portal.scanner.scanNow()
  expect((await draw(infected)).json()).toMatchObject({ code: 'document.infected' })
  const { rows } = await portal.pool.query(`SELECT FROM audit_record WHERE action = 'document.viewed'`)
  expect(rows).toEqual([])
})

async function withPassword(): Promise<Buffer> {
  const pdf = new PdfKit({ userPassword: 'secret' })
  pdf.text('Nobody reads this.')
  pdf.end()
  return buffer(pdf)
}

/** Each form draws the next one twice. */
function nestedForms(depth: number): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    streamOf('/F Do'),
    ...Array.from({ length: depth }, (_form, at) => streamOf('/F Do /F Do', at + 6)),
    streamOf('0 0 10 10 re f'),
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`)
}

function streamOf(content: string, next?: number): string {
  const form =
    next === undefined
      ? ''
      : `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</F ${next} 0 R>>>>`
  return `<<${form}/Length ${content.length}>>stream\n${content}\nendstream`
}

test.for([
  ['password', withPassword],
  ['damaged', async () => Buffer.from('%PDF-1.4\nnothing that a reader finds')],
] as const)('R16.3 a PDF that cannot be opened says why: %s', async ([reason, make]) => {
  const fileId = await storedAs('scan', await make())
  expect((await look(fileId)).json<Preview>()).toMatchObject({ kind: 'unreadable', reason })
})

test('R16.3 R16.5 a hostile page is refused, not tried again, and the next file is shown', async () => {
  const hostile = await storedAs('scan', nestedForms(28))
  const started = performance.now()
  expect((await draw(hostile)).json()).toMatchObject({ code: 'preview.page_unreadable' })
  const first = performance.now() - started
  expect((await draw(hostile)).statusCode).toBe(409)
  expect(performance.now() - started - first).toBeLessThan(Math.max(first / 2, 500))
  const sound = await storedAs('scan', SAMPLE_FILES.pdf)
  expect((await draw(sound)).statusCode).toBe(200)
})

test.for([
  ['docx', SAMPLE_FILES.docx],
  ['xlsx', SAMPLE_FILES.xlsx],
  ['png', SAMPLE_FILES.png],
  ['tif', SAMPLE_FILES.tif],
] as const)('R16.3 a truncated %s is shown as far as it goes, or says why not', async ([type, bytes]) => {
  const damaged = Buffer.concat([
    bytes.subarray(0, bytes.length / 3),
    Buffer.alloc(200, 0x41),
    bytes.subarray(-600),
  ])
  const sent = await scans.send(damaged, `damaged.${type}`)
  if (sent.statusCode !== 200) return
  const { kind, reason } = (await look(sent.json<{ file: { FileID: number } }>().file.FileID)).json<Preview>()
  expect(kind === 'unreadable' ? reason : kind).toMatch(/^(?:damaged|pages|blocks)$/u)
})
