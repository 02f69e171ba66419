import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { compoundFile } from '../../../testing/compound-file.ts'
import { forgedZip, type ForgedEntry } from '../../../testing/forged-zip.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { bytesInMemory, type ByteSource } from './byte-source.ts'
import { checkKind } from './check-kind.ts'

const check = (name: string, content: Buffer) => checkKind(name, bytesInMemory(content))
const refused = (name: string) => ({
  ok: false,
  refusal: expect.objectContaining({
    status: 415,
    message: `${name}: the content is not a valid .${name.slice(name.lastIndexOf('.') + 1)} file.`,
  }) as unknown,
})
const passwordProtected = (name: string) => ({
  ok: false,
  refusal: expect.objectContaining({
    status: 415,
    message: `${name}: the file is password protected and cannot be checked.`,
  }) as unknown,
})
const accepted = { ok: true }

const zip = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')]))))
const text = Buffer.from('<x/>')
const MAIN: ForgedEntry = { name: 'word/document.xml', content: text }
const MEGABYTE = 1024 * 1024

/** Sectors of the allocation table that are far apart. */
const placeOf = (table: number) => table * 900 + 3
/** The main part and further entries up to `count`. */
const manyEntries = (count: number) => [
  MAIN,
  ...Array.from({ length: count - 1 }, (_, index) => ({ name: `p/${index}` })),
]

describe('doc and xls: the streams of an OLE file', () => {
  const stream = Buffer.from('content')

  it('R5.26 needs WordDocument for doc, Workbook or Book for xls, at the root', async () => {
    expect(await check('a.doc', compoundFile({ streams: { WordDocument: stream } }))).toMatchObject(accepted)
    expect(await check('a.xls', compoundFile({ streams: { Workbook: stream } }))).toMatchObject(accepted)
    expect(await check('a.xls', compoundFile({ streams: { Book: stream } }))).toMatchObject(accepted)
    expect(await check('a.xls', compoundFile({ streams: { WORKBOOK: stream } }))).toMatchObject(accepted)
  })

  it.each([
    ['D13 a message of Outlook', { '__properties_version1.0': stream, '__substg1.0_0037001F': stream }],
    ['D13 an installer', { '\u4840\u3f3f\u4577': stream, '\u0005SummaryInformation': stream }],
    ['D13 a presentation', { 'PowerPoint Document': stream, 'Current User': stream }],
    ['an OLE file without streams', {}],
  ])('R5.26 refuses %s under both names', async (_, streams) => {
    expect(await check('a.doc', compoundFile({ streams }))).toEqual(refused('a.doc'))
    expect(await check('a.xls', compoundFile({ streams }))).toEqual(refused('a.xls'))
  })

  it('R5.26 D13 refuses a workbook named .doc, even if it contains a Word document', async () => {
    const withEmbedded = compoundFile({
      streams: { Workbook: stream },
      storages: { MBD0001: { streams: { WordDocument: stream } } },
    })
    expect(await check('a.doc', withEmbedded)).toEqual(refused('a.doc'))
    expect(await check('a.xls', withEmbedded)).toMatchObject(accepted)
  })

  it('does not mistake a storage for a stream', async () => {
    expect(await check('a.doc', compoundFile({ storages: { WordDocument: {} } }))).toEqual(refused('a.doc'))
  })

  it('D14 refuses rich text, web archives and HTML under the old names', async () => {
    for (const content of ['{\\rtf1\\ansi text}', 'MIME-Version: 1.0\n\n', '<html><table></table></html>']) {
      expect(await check('a.doc', Buffer.from(content))).toEqual(refused('a.doc'))
      expect(await check('a.xls', Buffer.from(content))).toEqual(refused('a.xls'))
    }
  })

  it('finds the stream among many, and in a file whose allocation table outgrows the header', async () => {
    const names = Array.from({ length: 300 }, (_, index) => [`Stream ${index}`, Buffer.alloc(1)])
    const many = compoundFile({ streams: { ...Object.fromEntries(names), WordDocument: stream } })
    expect(await check('a.doc', many)).toMatchObject(accepted)
    const others = { '1Table': stream, Data: stream, A: stream, B: stream, C: stream }
    const large = compoundFile({ streams: { ...others, WordDocument: Buffer.alloc(20 * MEGABYTE) } })
    expect(await check('a.doc', large)).toMatchObject(accepted)
    expect(await check('a.xls', large)).toEqual(refused('a.xls'))
  })

  it('ends if the chain of the directory or its tree loops', async () => {
    const file = compoundFile({
      streams: { 'PowerPoint Document': stream, A: stream, B: stream, C: stream, D: stream },
    })
    const directoryAt = file.readUInt32LE(48)
    const tableAt = file.readUInt32LE(76)
    const looped = Buffer.from(file)
    looped.writeUInt32LE(directoryAt, (tableAt + 1) * 512 + directoryAt * 4)
    looped.writeUInt32LE(4_000_000_000, (directoryAt + 1) * 512 + 76)
    expect(await check('a.doc', looped)).toEqual(refused('a.doc'))
    const knotted = Buffer.from(file)
    for (let entry = 0; entry < 4; entry += 1) {
      for (const link of [68, 72, 76]) knotted.writeUInt32LE(1, (directoryAt + 1) * 512 + entry * 128 + link)
    }
    expect(await check('a.doc', knotted)).toEqual(refused('a.doc'))
  })

  it('gives up on a file whose links jump back and forth through 50 MB', async () => {
    const file = Buffer.alloc(50 * MEGABYTE, 0xff)
    compoundFile({ streams: { A: stream } }).copy(file, 0, 0, 512)
    const [tables, links] = [109, 109 * 128]
    file.writeUInt32LE(0, 48)
    // The tables are far apart, and each link is in another one of them.
    for (let table = 0; table < tables; table += 1) file.writeUInt32LE(placeOf(table), 76 + table * 4)
    for (let link = 0; link < links; link += 1) {
      const at = (placeOf(Math.floor(link / 128)) + 1) * 512 + (link % 128) * 4
      file.writeUInt32LE((link + 5003) % links, at)
    }
    // The root's child has a number that only the end of the chain could contain.
    file.writeUInt32LE(4_000_000_000, 512 + 76)
    let read = 0
    const source: ByteSource = {
      size: file.length,
      read: (offset, length) => {
        read += length
        return Promise.resolve(file.subarray(offset, offset + length))
      },
    }
    expect(await checkKind('a.doc', source)).toEqual(refused('a.doc'))
    expect(read).toBeGreaterThan(50 * MEGABYTE)
    expect(read).toBeLessThanOrEqual(100 * MEGABYTE)
  })
})

describe('docx and xlsx: a zip with its main part', () => {
  it('R5.30 D11 accepts macros, by the interpretation of the specification', async () => {
    expect(
      await check('a.docx', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')),
    ).toMatchObject(accepted)
    expect(
      await check('a.xlsx', zip('[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin')),
    ).toMatchObject(accepted)
  })

  it('D11 refuses other zips, and each of the two under the name of the other', async () => {
    expect(await check('a.docx', SAMPLE_FILES.xlsx)).toEqual(refused('a.docx'))
    expect(await check('a.xlsx', SAMPLE_FILES.docx)).toEqual(refused('a.xlsx'))
    const both = zip('word/document.xml', 'xl/workbook.xml')
    for (const other of [
      zip('mimetype', 'content.xml', 'META-INF/manifest.xml'),
      zip('META-INF/MANIFEST.MF', 'Portal.class'),
      zip('readme.txt'),
      zip('ppt/presentation.xml'),
      zip('xl/workbook.bin'),
      zip('evil/word/document.xml', 'word/document.xml.bak'),
      both,
    ]) {
      expect(await check('a.docx', other)).toEqual(refused('a.docx'))
      expect(await check('a.xlsx', other)).toEqual(refused('a.xlsx'))
    }
  })

  it('accepts main parts under the names of other writers', async () => {
    expect(await check('a.docx', zip('word/document2.xml'))).toMatchObject(accepted)
    expect(await check('a.docx', zip('Word/Document.xml'))).toMatchObject(accepted)
    expect(await check('a.xlsx', zip(String.raw`xl\workbook.xml`))).toMatchObject(accepted)
  })

  it('D08 D10 refuses files that begin as another type', async () => {
    const polyglot = forgedZip([MAIN], { before: SAMPLE_FILES.pdf })
    expect(await check('a.docx', polyglot)).toEqual(refused('a.docx'))
    expect(await check('a.pdf', polyglot)).toMatchObject(accepted)
    expect(await check('a.docx', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(510)]))).toEqual(
      refused('a.docx'),
    )
  })

  it('R5.29 D12 reports an Office package with a password', async () => {
    const locked = compoundFile({
      streams: { EncryptedPackage: Buffer.alloc(9), EncryptionInfo: Buffer.alloc(9) },
    })
    for (const name of ['a.docx', 'a.xlsx', 'a.doc', 'a.xls']) {
      expect(await check(name, locked)).toEqual(passwordProtected(name))
    }
    expect(await check('a.docx', forgedZip([{ ...MAIN, isEncrypted: true }]))).toEqual(
      passwordProtected('a.docx'),
    )
    expect(await check('a.docx', SAMPLE_FILES.doc)).toEqual(refused('a.docx'))
  })

  it('R5.27 V5.2.3 D03 refuses more than 500 MB unpacked, by the declared sizes', async () => {
    const part = (declaredUnpacked: number | bigint, name = 'word/media/image1.png') =>
      ({ name, method: 8, content: text, declaredUnpacked }) satisfies ForgedEntry
    const rest = 500 * MEGABYTE - text.length
    expect(await check('a.docx', forgedZip([MAIN, part(rest)]))).toMatchObject(accepted)
    expect(await check('a.docx', forgedZip([MAIN, part(rest + 1)]))).toEqual(refused('a.docx'))
    expect(await check('a.docx', forgedZip([MAIN, part(rest), part(1, 'b')]))).toEqual(refused('a.docx'))
    expect(await check('a.docx', forgedZip([MAIN, part(2n ** 63n)], { zip64: true }))).toEqual(
      refused('a.docx'),
    )
    const zeros = {
      method: 8,
      content: deflateRawSync(Buffer.alloc(25 * MEGABYTE)),
      declaredUnpacked: 25 * MEGABYTE,
    }
    const bomb = (times: number) =>
      forgedZip([MAIN, ...Array.from({ length: times }, (_, name) => ({ name: `${name}`, ...zeros }))])
    expect(await check('a.docx', bomb(19))).toMatchObject(accepted)
    expect(await check('a.docx', bomb(20))).toEqual(refused('a.docx'))
  })

  it('R5.27 V5.2.3 D04 refuses more than 10,000 entries, whatever count is declared', async () => {
    expect(await check('a.docx', forgedZip(manyEntries(10_000)))).toMatchObject(accepted)
    expect(await check('a.docx', forgedZip(manyEntries(10_001)))).toEqual(refused('a.docx'))
    const many = manyEntries(100_000)
    expect(await check('a.docx', forgedZip(many))).toEqual(refused('a.docx'))
    expect(await check('a.docx', forgedZip(many, { declaredEntries: 3 }))).toEqual(refused('a.docx'))
    expect(await check('a.docx', forgedZip(many, { zip64: true }))).toEqual(refused('a.docx'))
  })

  it('D04 accepts correct zip64 and refuses incorrect zip64', async () => {
    expect(await check('a.docx', forgedZip([MAIN, { name: 'b' }], { zip64: true }))).toMatchObject(accepted)
    const lies = [
      { declaredEntries64: 1 },
      { declaredEntries64: 3 },
      { declaredEntries: 1 },
      { declaredEntries64: 2 ** 40 },
    ]
    for (const lie of lies) {
      const forged = forgedZip([MAIN, { name: 'b' }], { zip64: true, ...lie })
      expect(await check('a.docx', forged), `told ${JSON.stringify(lie)}`).toEqual(refused('a.docx'))
    }
  })

  it('D04 refuses entries that share bytes with each other or with the directory', async () => {
    const shared = forgedZip([MAIN, { name: 'b', content: text, localHeader: 0 }])
    expect(await check('a.docx', shared)).toEqual(refused('a.docx'))
    const inDirectory = forgedZip([MAIN, { name: 'b', content: text, localHeader: 100 }])
    expect(await check('a.docx', inDirectory)).toEqual(refused('a.docx'))
  })

  it('refuses headers that contradict the directory', async () => {
    expect(await check('a.docx', forgedZip([{ ...MAIN, localName: 'word/evil.exe.xml' }]))).toEqual(
      refused('a.docx'),
    )
    expect(await check('a.docx', forgedZip([{ ...MAIN, localHeader: 4 }, { name: 'b' }]))).toEqual(
      refused('a.docx'),
    )
    expect(await check('a.docx', forgedZip([{ ...MAIN, declaredUnpacked: 9 }]))).toEqual(refused('a.docx'))
    expect(await check('a.docx', forgedZip([MAIN], { declaredEntries: 2 }))).toEqual(refused('a.docx'))
  })

  it('V5.3.3 D06 accepts names that climb out of a folder, because nothing is ever unpacked', async () => {
    expect(await check('a.docx', forgedZip([MAIN, { name: '../../etc/passwd' }]))).toMatchObject(accepted)
  })

  it('D05 V1.5.1 parses no XML that could expand or load: it only finds its entry in the directory', async () => {
    const bomb = Buffer.from(
      `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}">
       <!ENTITY c SYSTEM "file:///etc/passwd">]><x>${'&b;'.repeat(500)}&c;</x>`,
    )
    const document = forgedZip([
      { name: '[Content_Types].xml', content: bomb },
      { ...MAIN, content: bomb },
    ])
    const asked: [number, number][] = []
    const { size, read } = bytesInMemory(document)
    const watched: ByteSource = {
      size,
      read: (offset, length) => (asked.push([offset, length]), read(offset, length)),
    }
    expect(await checkKind('a.docx', watched)).toMatchObject(accepted)
    expect(asked.length).toBeLessThan(20)
  })

  it('accepts a comment and bytes after the end, and refuses a zip cut off before it', async () => {
    expect(
      await check('a.docx', forgedZip([MAIN], { comment: 'PK\x05\x06 is how a zip ends' })),
    ).toMatchObject(accepted)
    expect(await check('a.docx', forgedZip([MAIN], { after: Buffer.from('\r\n') }))).toMatchObject(accepted)
    expect(await check('a.docx', SAMPLE_FILES.docx.subarray(0, -30))).toEqual(refused('a.docx'))
  })
})
