import { crc32, inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { paperFile } from '../sample-paper.ts'
import { fillMarks } from './fill-marks.ts'
import { officeFile } from './office-file.ts'
import { pdfFile } from './pdf-file.ts'
import { pictureFile } from './picture-file.ts'
import { readSamples, type SampleKind } from './samples.ts'

const SAMPLES = readSamples()
const KINDS = ['pdf', 'docx', 'xlsx', 'eml', 'jpg', 'png', 'tif'] as const
const PAPER = {
  year: 2026,
  county: 'Reeves',
  owner: 'Pecos Sand & Gravel LLC',
  type: 'Rendition',
  category: 'Industrial',
  from: 'records@staff.example',
  on: new Date('2026-04-15T14:30:00Z'),
}
const paperOf = (kind: SampleKind, seed = 1) =>
  paperFile(seededRandom(seed), { kind, sample: SAMPLES[kind], paper: PAPER })

/** Returns the text of one part of an Office package. */
function partOf(file: Buffer, name: string): string {
  const part = unzipSync(file)[name]
  if (part === undefined) throw new Error(`There is no ${name}.`)
  return strFromU8(part)
}

describe('a sample with its marks filled in', () => {
  it('repeats the line of a row and escapes every word', () => {
    const filled = fillMarks('{{a}} of {{b}}\r\n<{{row.c}}>\r\n{{none}}end', {
      words: { a: 1, b: 'x' },
      rows: [{ c: 'x{{a}}' }, { c: '$&' }],
      escape: (word) => word.toUpperCase(),
    })
    expect(filled).toBe('1 of X\r\n<X{{A}}>\r\n<$&>\r\nend')
  })

  it.each(KINDS)('is the same .%s for the same paper and another for every other', (kind) => {
    expect(paperOf(kind).equals(paperOf(kind))).toBe(true)
    const papers = Array.from({ length: 20 }, (_, seed) => paperOf(kind, seed).toString('latin1'))
    expect(new Set(papers).size).toBe(papers.length)
  })

  it.each(KINDS)('leaves no mark in a .%s', (kind) => {
    const file = paperOf(kind)
    const texts =
      kind === 'docx' || kind === 'xlsx'
        ? Object.values(unzipSync(file)).map((p) => strFromU8(p))
        : [file.toString('latin1')]
    for (const text of texts) expect(text).not.toMatch(/\{\{[\w.]+\}\}/)
  })
})

describe('a PDF', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ line: `(${index}) \\ ñ` }))
  const text = pdfFile(SAMPLES.pdf, { words: { title: 'Owner’s list' }, rows }).toString('latin1')

  it('has every object at its offset in the table', () => {
    const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const [, count, offsets = ''] =
      /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer/.exec(text.slice(tableAt)) ?? []
    const lines = offsets.trimEnd().split('\n').slice(1)
    expect(lines).toHaveLength(Number(count) - 1)
    for (const [index, line] of lines.entries()) {
      expect(text.slice(Number(line.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    }
  })

  it('has the length of its text, and escapes it', () => {
    const [, length, content] = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? []
    expect(content).toHaveLength(Number(length))
    expect(content).toContain('(\\(7\\) \\\\ ?) Tj')
    expect(content).toContain('(Owner?s list) Tj')
  })

  it('names its owner', () => {
    expect(paperOf('pdf').toString('latin1')).toContain('(Owner: Pecos Sand & Gravel LLC) Tj')
  })
})

describe('an Office document', () => {
  it('is a docx with its text', () => {
    const file = officeFile(SAMPLES.docx, {
      words: { title: 'A & B <C>' },
      rows: [{ line: 'Uno ñ' }, { line: '' }],
    })
    expect(Object.keys(unzipSync(file))[0]).toBe('[Content_Types].xml')
    expect(partOf(file, 'word/document.xml')).toContain('>A &amp; B &lt;C&gt;</w:t>')
    expect(partOf(file, 'word/document.xml').match(/<w:p>/g)).toHaveLength(3)
    expect(partOf(file, 'word/document.xml')).toContain('>Uno ñ</w:t>')
  })

  it('is an xlsx with text and numbers', () => {
    const rows = [
      { item: 'A-001', description: 'Tank <500>', year: 2020, cost: 1234.5 },
      { item: 'A-002', description: 'Amine plant', year: 2021, cost: 9 },
    ]
    const sheet = partOf(officeFile(SAMPLES.xlsx, { words: {}, rows }), 'xl/worksheets/sheet1.xml')
    expect(sheet.match(/<row>/g)).toHaveLength(3)
    expect(sheet).toContain(
      '<t xml:space="preserve">Tank &lt;500&gt;</t></is></c><c><v>2020</v></c><c s="2"><v>1234.5</v></c>',
    )
  })
})

describe('a picture with a note', () => {
  const note = 'Reeves County, volume 7, page 9.'

  it('is a PNG of complete rows, with correct checksums', () => {
    const file = pictureFile(SAMPLES.png, note)
    const chunks = new Map<string, Buffer>()
    for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
      const end = at + 8 + file.readUInt32BE(at)
      expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)))
      chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end))
    }
    expect([...chunks.keys()]).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND'])
    expect(chunks.get('tEXt')?.toString('latin1').trimEnd()).toBe(`Comment\0${note}`)
    const [width = 0, height = 0] = [0, 4].map((at) => chunks.get('IHDR')?.readUInt32BE(at))
    expect(inflateSync(chunks.get('IDAT') ?? '')).toHaveLength(height * (1 + width * 3))
  })

  it('is a JPEG whose segments lead to its scan, which ends at the end', () => {
    const file = pictureFile(SAMPLES.jpg, note)
    const segments = new Map<number, string>()
    let at = 2
    while (!segments.has(0xda)) {
      expect(file[at]).toBe(0xff)
      const length = file.readUInt16BE(at + 2)
      segments.set(file.readUInt8(at + 1), file.toString('latin1', at + 4, at + 2 + length))
      at += 2 + length
    }
    expect([...segments.keys()]).toEqual([0xe0, 0xfe, 0xdb, 0xc0, 0xc4, 0xda])
    expect(segments.get(0xfe)?.trimEnd()).toBe(note)
    expect(file.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    expect(file.subarray(at, -2).toString('latin1')).not.toMatch(/\xff[^\0]/)
  })

  it('is a TIFF whose strip is between its header and its directory', () => {
    const file = pictureFile(SAMPLES.tif, note)
    const directoryAt = file.readUInt32LE(4)
    const tags = new Map<number, number>()
    for (let index = 0; index < file.readUInt16LE(directoryAt); index += 1) {
      const at = directoryAt + 2 + index * 12
      tags.set(file.readUInt16LE(at), file.readUInt32LE(at + 8))
    }
    expect(tags.get(279)).toBe(Math.ceil((tags.get(256) ?? 0) / 8) * (tags.get(257) ?? 0))
    expect((tags.get(273) ?? 0) + (tags.get(279) ?? 0)).toBeLessThanOrEqual(directoryAt)
    expect(directoryAt % 2).toBe(0)
    expect([...tags.keys()]).toEqual([...tags.keys()].toSorted((a, b) => a - b))
    expect(file.toString('latin1', tags.get(270), file.length - 1).trimEnd()).toBe(note)
  })

  it('is as long as its sample, however long the note', () => {
    const file = pictureFile(SAMPLES.png, 'x'.repeat(500))
    expect(file).toHaveLength(SAMPLES.png.length)
    expect(file.subarray(-12).equals(SAMPLES.png.subarray(-12))).toBe(true)
  })
})

describe('an e-mail', () => {
  it('has headers and its text', async () => {
    const mail = await PostalMime.parse(paperOf('eml'))
    expect(mail.from?.address).toBe('tax@pecos-sand-gravel-llc.example')
    expect(mail.to?.[0]?.address).toBe(PAPER.from)
    expect(mail.subject).toBe('2026 Rendition - Pecos Sand & Gravel LLC')
    expect(mail.date).toBe('2026-04-15T14:30:00.000Z')
    expect(mail.text).toContain('Owner: Pecos Sand & Gravel LLC\nCounty: Reeves, Texas\n')
  })
})
