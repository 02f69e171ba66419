import { crc32, inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { compoundFile } from './compound-file.ts'
import { docFile } from './doc-file.ts'
import { docxFile } from './docx-file.ts'
import { emlFile } from './eml-file.ts'
import { jpgFile } from './jpg-file.ts'
import { pdfFile } from './pdf-file.ts'
import { pngFile } from './png-file.ts'
import { tifFile } from './tif-file.ts'
import { xlsFile } from './xls-file.ts'
import { xlsxFile } from './xlsx-file.ts'

const SIZE = { width: 37, height: 21, seed: 5 }

/** The text of one part of an Office package. */
function partOf(file: Buffer, name: string): string {
  const part = unzipSync(file)[name]
  if (part === undefined) throw new Error(`There is no ${name}.`)
  return strFromU8(part)
}

describe('a PDF made by code', () => {
  const file = pdfFile({
    title: 'Owner’s list',
    lines: Array.from({ length: 100 }, (_, index) => `(${index}) \\ ñ 文`),
  })
  const text = file.toString('latin1')

  it('has every object where its table says', () => {
    const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const [, count, offsets = ''] =
      /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer/.exec(text.slice(tableAt)) ?? []
    const lines = offsets.trimEnd().split('\n').slice(1)
    expect(lines).toHaveLength(Number(count) - 1)
    for (const [index, line] of lines.entries()) {
      expect(text.slice(Number(line.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    }
  })

  it('flows over pages, says the length of each text, and escapes it', () => {
    expect(text).toContain('/Count 3')
    const streams = [...text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)]
    expect(streams.map(([, length, content]) => content?.length === Number(length))).toEqual([
      true,
      true,
      true,
    ])
    expect(streams[0]?.[2]).toContain('(\\(7\\) \\\\ ñ ?) Tj')
    expect(streams[0]?.[2]).toContain('(Owner\x92s list) Tj')
    expect(streams[2]?.[2]).toContain('Page 3 of 3')
  })

  it('has a page even without lines', () => {
    expect(pdfFile({ title: 'x', lines: [] }).toString('latin1')).toContain('/Count 1')
  })
})

describe('pictures made by code', () => {
  it('are a PNG of whole rows, with true checksums', () => {
    const file = pngFile(SIZE)
    const chunks = new Map<string, Buffer>()
    for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
      const end = at + 8 + file.readUInt32BE(at)
      expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)))
      chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end))
    }
    expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(inflateSync(chunks.get('IDAT') ?? '')).toHaveLength(SIZE.height * (1 + SIZE.width * 3))
  })

  it('are a JPEG whose segments lead to its scan, which ends at the end', () => {
    const file = jpgFile(SIZE)
    const markers: number[] = []
    let at = 2
    while (markers.at(-1) !== 0xda) {
      expect(file[at]).toBe(0xff)
      markers.push(file.readUInt8(at + 1))
      at += 2 + file.readUInt16BE(at + 2)
    }
    expect(markers).toEqual([0xe0, 0xdb, 0xc0, 0xc4, 0xc4, 0xda])
    expect(file.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    const scan = file.subarray(at, -2).toString('latin1')
    expect(scan).not.toMatch(/\xff[^\0]/)
  })

  it('are a TIFF whose strip lies between its header and its directory', () => {
    const file = tifFile(SIZE)
    const directoryAt = file.readUInt32LE(4)
    const tags = new Map<number, number>()
    for (let index = 0; index < file.readUInt16LE(directoryAt); index += 1) {
      const at = directoryAt + 2 + index * 12
      tags.set(file.readUInt16LE(at), file.readUInt32LE(at + 8))
    }
    expect(tags.get(279)).toBe(Math.ceil(SIZE.width / 8) * SIZE.height)
    expect((tags.get(273) ?? 0) + (tags.get(279) ?? 0)).toBeLessThanOrEqual(directoryAt)
    expect(directoryAt % 2).toBe(0)
  })

  it('differ by their seed', () => {
    for (const make of [pngFile, jpgFile, tifFile]) {
      expect(make({ ...SIZE, seed: 6 }).equals(make(SIZE))).toBe(false)
    }
  })
})

describe('Office documents made by code', () => {
  const rows = [
    ['Owner', 'Value <$>'],
    ['Söhne & Co', 1234.5],
    Array.from({ length: 28 }, (_, index) => `${index}`),
  ]

  it('are a docx with its text', () => {
    const file = docxFile({ title: 'A & "B" <C>', paragraphs: ['Uno\0 ñ', ''] })
    expect(partOf(file, 'word/document.xml')).toContain('>A &amp; &quot;B&quot; &lt;C&gt;</w:t>')
    expect(partOf(file, 'word/document.xml')).toContain('>Uno ñ</w:t>')
    expect(partOf(file, '_rels/.rels')).toContain('Target="word/document.xml"')
    expect(partOf(file, '[Content_Types].xml')).toContain('PartName="/word/document.xml"')
  })

  it('are an xlsx with text, numbers and columns past Z', () => {
    const sheet = partOf(xlsxFile({ rows, sheetName: 'R&D' }), 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="B1" s="1" t="inlineStr"><is><t xml:space="preserve">Value &lt;$&gt;</t>')
    expect(sheet).toContain('<c r="B2" s="2"><v>1234.5</v></c>')
    expect(sheet).toContain('<c r="AB3" t="inlineStr"')
  })

  it('are an xls whose records follow each other, the sheet where the workbook says', () => {
    const file = xlsFile({ rows, sheetName: 'Assets' })
    const workbook = file.subarray(512)
    const records: { at: number; type: number }[] = []
    for (let at = 0; workbook.readUInt16LE(at) !== 0; at += 4 + workbook.readUInt16LE(at + 2)) {
      records.push({ at, type: workbook.readUInt16LE(at) })
    }
    const [start, sheetStart] = records.filter(({ type }) => type === 0x0809)
    const sheet = records.find(({ type }) => type === 0x0085)
    expect(start?.at).toBe(0)
    expect(workbook.readUInt32LE((sheet?.at ?? 0) + 4)).toBe(sheetStart?.at)
    expect(records.filter(({ type }) => type === 0x0203)).toHaveLength(1)
    expect(records.filter(({ type }) => type === 0x000a)).toHaveLength(2)
  })

  it('are a doc whose text lies where its information block says', () => {
    const document = docFile({ title: 'Memo', paragraphs: ['Año\nnuevo'] }).subarray(512)
    const text = document.subarray(document.readUInt32LE(24), document.readUInt32LE(28))
    expect(text.toString('utf16le')).toBe('Memo\rAño nuevo\r')
    expect(document.readUInt32LE(76)).toBe(text.length / 2)
  })

  it('are OLE files with content of any size', () => {
    const content = Buffer.alloc(9_000_000, 'county')
    const file = compoundFile({ streams: { WordDocument: content }, storages: { ObjectPool: {} } })
    expect(file.subarray(512, 512 + content.length).equals(content)).toBe(true)
    expect(file.length % 512).toBe(0)
  })
})

describe('a mail made by code', () => {
  const mail = {
    from: 'agent@firm.example',
    to: 'county@cad.example',
    subject: 'Rendición '.repeat(12),
    text: 'Line one\nLínea dos',
    date: new Date('2026-04-15T14:30:00Z'),
  }

  it('has headers, encoded where they need it, and its text', () => {
    const [head = '', body = ''] = emlFile(mail).toString('latin1').split('\r\n\r\n')
    expect(head).toContain('Date: Wed, 15 Apr 2026 14:30:00 +0000')
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(86)
    const words = [...head.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word = '']) =>
      Buffer.from(word, 'base64'),
    )
    expect(Buffer.concat(words).toString()).toBe(mail.subject)
    expect(Buffer.from(body, 'base64').toString()).toBe('Line one\r\nLínea dos')
  })

  it('carries attachments', () => {
    const content = pdfFile({ title: 'x', lines: ['y'] })
    const text = emlFile({
      ...mail,
      attachments: [{ name: 'a ñ.pdf', contentType: 'application/pdf', content }],
    }).toString()
    expect(text).toContain("filename*=UTF-8''a%20%C3%B1.pdf")
    expect(text.replaceAll('\r\n', '')).toContain(content.toString('base64'))
  })

  it('lets no text become a header', () => {
    const text = emlFile({ ...mail, subject: 'x\r\nBcc: all@example', from: 'a\nTo: b' }).toString()
    expect(text).not.toMatch(/^(Bcc|To: b)/m)
  })
})

const makeAll = () => [
  docxFile({ title: 'x', paragraphs: ['y'] }),
  xlsxFile({ rows: [['x', 1]] }),
  xlsFile({ rows: [['x', 1]] }),
  pdfFile({ title: 'x', lines: ['y'] }),
  jpgFile(SIZE),
]

it('makes the same bytes of the same content', () => {
  expect(makeAll()).toEqual(makeAll())
})
