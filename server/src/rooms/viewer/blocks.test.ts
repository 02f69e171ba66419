import {
  getPageImage,
  getPreviewBlocks,
  previewUpload,
  type Preview,
  type PreviewBlocks,
} from '@portal/contract/viewer/viewer.ts'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

const stored = (fileName: string, bytes: Buffer) =>
  storeDocument(portal, portal.people.clerk, { fileName, bytes })

const look = async (fileId: number, query = {}) =>
  (await portal.call(portal.people.clerk, previewUpload, { params: { fileId }, query })).json<Preview>()

const blocksOf = async (fileId: number, query = {}) =>
  (
    await portal.call(portal.people.clerk, getPreviewBlocks, { params: { fileId }, query })
  ).json<PreviewBlocks>()

const texts = ({ blocks }: PreviewBlocks) =>
  blocks.flatMap(({ text, rows }) => [text, ...rows.flat().map((cell) => cell.text)]).join('\n')

test.for([
  ['doc', 'Compressor station 4, Reeves County.'],
  ['docx', 'Owner: Delaware Pipe Line LLC'],
  ['xls', 'Pumping unit'],
  ['xlsx', 'Reciprocating compressor, 1,340 hp'],
  ['eml', 'Owner: Delaware Pipe Line LLC'],
] as const)('R16.8 a %s is shown as blocks of text', async ([type, expected]) => {
  const fileId = await stored(`file.${type}`, SAMPLE_FILES[type])
  expect(await look(fileId)).toMatchObject({ kind: 'blocks', reason: null })
  expect(texts(await blocksOf(fileId))).toContain(expected)
})

const mailWith = (html: string, attachment: Buffer, name = 'rendition.pdf') =>
  Buffer.from(
    [
      'From: Ann <ann@owner.example>',
      'To: records@staff.example',
      'Subject: Rendition',
      'Date: Wed, 15 Apr 2026 14:30:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--b',
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      attachment.toString('base64'),
      '--b--',
      '',
    ].join('\r\n'),
  )

test('R16.9 the HTML of a mail becomes text, and nothing in it runs or loads', async () => {
  const html =
    '<style>p{}</style><script>alert(1)</script><p>Station&nbsp;4</p><img src="https://track.example/x.gif"><a href="javascript:alert(1)">Open &lt;b&gt;</a>'
  const fileId = await stored('mail.eml', mailWith(html, SAMPLE_FILES.pdf))
  const { blocks } = await blocksOf(fileId)
  expect(blocks.map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ['fields', ''],
    ['paragraph', 'Station 4'],
    ['paragraph', 'Open <b>'],
  ])
})

test.for(['<br ', '</td ', '<!--', '<script>', '< ', '&#'])(
  'R16.34 an e-mail of 120,000 times %s is shown like any other',
  async (mark) => {
    const html = `<p>Station 4</p>${mark.repeat(120_000)}`
    const fileId = await stored('tags.eml', mailWith(html, SAMPLE_FILES.pdf))
    expect(await look(fileId)).toMatchObject({ kind: 'blocks', reason: null })
    expect(texts(await blocksOf(fileId))).toContain('Station 4')
  },
)

test('R16.9 the HTML of a mail becomes lines and cells, however its source is broken into lines', async () => {
  const html =
    '<div>One\r\nstatement<o:p></o:p></div><table><tr><td>A&rsquo;s</td><td>5</td></tr><tr><td>B</td></tr></table>'
  const { blocks } = await blocksOf(await stored('table.eml', mailWith(html, SAMPLE_FILES.pdf)))
  expect(blocks.slice(1).map(({ text }) => text.trim())).toEqual(['One statement', 'A\u2019s\t5', 'B'])
})

test('R16.9 an attachment opens like a document, and one that is not what its name says is refused', async () => {
  const fileId = await stored('attached.eml', mailWith('<p>See the file.</p>', SAMPLE_FILES.pdf))
  expect((await look(fileId)).attachments).toEqual([
    { Number: 1, FileName: 'rendition.pdf', Bytes: SAMPLE_FILES.pdf.length, IsViewable: true },
  ])
  expect(await look(fileId, { attachment: 1 })).toMatchObject({ kind: 'pages', pageCount: 1 })
  const page = (attachment: number) =>
    portal.call(portal.people.clerk, getPageImage, { params: { fileId, page: 1 }, query: { attachment } })
  expect((await page(1)).statusCode).toBe(200)
  expect((await page(2)).statusCode).toBe(404)
  const forged = await stored('forged.eml', mailWith('<p>x</p>', Buffer.from('no PDF at all')))
  const refused = await portal.call(portal.people.clerk, previewUpload, {
    params: { fileId: forged },
    query: { attachment: 1 },
  })
  expect(refused.json()).toMatchObject({ code: 'preview.page_unreadable' })
})

test('R16.9 an office file that is attached to an e-mail is shown', async () => {
  const mail = mailWith('<p>See the sheet.</p>', SAMPLE_FILES.xlsx, 'assets.xlsx')
  const fileId = await stored('sheet.eml', mail)
  expect(await look(fileId, { attachment: 1 })).toMatchObject({
    kind: 'blocks',
    sheets: [expect.any(String)],
  })
  expect(texts(await blocksOf(fileId, { attachment: 1 }))).toContain('Reciprocating compressor, 1,340 hp')
})

test('R16.8 a large sheet comes in parts of 200 rows', async () => {
  const rows = Array.from(
    { length: 450 },
    (_row, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
  )
  const fileId = await stored('large.xlsx', workbookOf(`<sheetData>${rows.join('')}</sheetData>`))
  const parts = [
    await blocksOf(fileId),
    await blocksOf(fileId, { from: 200 }),
    await blocksOf(fileId, { from: 400 }),
  ]
  expect(parts.map(({ blocks, next }) => [blocks[0]?.rows.length, next])).toEqual([
    [200, 200],
    [200, 400],
    [50, null],
  ])
})

function workbookOf(sheet: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Assets" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]))),
  )
}
