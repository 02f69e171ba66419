import { crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { compoundFile } from './compound-file.ts'
import { SAMPLE_FILES } from './sample-files.ts'

type Files = Readonly<Record<string, Buffer>>

const zipOf = (files: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, file]) => [
          name,
          typeof file === 'string' ? Buffer.from(file) : file,
        ]),
      ),
      { level: 6 },
    ),
  )

const BOMB = 100_000_000
const W = 'xmlns:w="w"'

/** Ten entities, each ten times the one before. */
const ENTITIES = `<!DOCTYPE x [<!ENTITY a0 "laugh">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join('')}]>`

function hostileDocx(): Files {
  const docx = (body: string) => zipOf({ 'word/document.xml': `<w:document ${W}>${body}</w:document>` })
  const good = SAMPLE_FILES.docx
  return {
    'a text of 100 MB.docx': docx(`<w:p><w:r><w:t>${'a'.repeat(BOMB)}</w:t></w:r></w:p>`),
    'marks of 100 MB.docx': docx('<w:r/>'.repeat(BOMB / 6)),
    'entities.docx': zipOf({
      'word/document.xml': `${ENTITIES}<w:document ${W}><w:t>&a9;</w:t></w:document>`,
    }),
    'deep.docx': docx('<w:p>'.repeat(1_000_000)),
    'a long name.docx': docx(`<w:${'p'.repeat(20_000_000)}/>`),
    'without a document.docx': zipOf({ 'other.xml': '<a/>' }),
    'cut off.docx': good.subarray(0, good.length / 2),
    'without a zip.docx': Buffer.from('PK no zip at all'),
    'many files.docx': zipOf(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`f${at}`, '']))),
    'locked.docx': compoundFile({ streams: { EncryptedPackage: Buffer.alloc(5000) } }),
  }
}

const xlsxOf = (rows: string, strings = '') =>
  zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Roll" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })

function hostileXlsx(): Files {
  const good = SAMPLE_FILES.xlsx
  return {
    'texts of 100 MB.xlsx': xlsxOf('<row><c t="s"><v>0</v></c></row>', `<si><t>${'a'.repeat(BOMB)}</t></si>`),
    'ten million texts.xlsx': xlsxOf('<row><c t="s"><v>9</v></c></row>', '<si><t/></si>'.repeat(10_000_000)),
    'rows of 100 MB.xlsx': xlsxOf('<row><c><v>1</v></c></row>'.repeat(BOMB / 26)),
    'a far text.xlsx': xlsxOf('<row><c t="s"><v>999999999</v></c></row>'),
    'a far date.xlsx': xlsxOf('<row><c s="0"><v>1e308</v></c></row>'),
    'cut off.xlsx': good.subarray(0, good.length / 2),
  }
}

const mailOf = (type: string, body: string) =>
  Buffer.from(
    `From: a@b.example\r\nSubject: Named text\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`,
  )

function hostileMails(): Files {
  const deep = Array.from(
    { length: 5000 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level + 1}"\r\n\r\n--b${level + 1}\r\n`,
  )
  return {
    'deep parts.eml': mailOf('multipart/mixed; boundary="b0"', `--b0\r\n${deep.join('')}`),
    'many parts.eml': mailOf(
      'multipart/mixed; boundary="b"',
      '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(100_000),
    ),
    'an open part.eml': mailOf(
      'multipart/mixed; boundary="b"',
      '--b\r\nContent-Type: text/plain\r\n\r\nNever closed',
    ),
    'a long header.eml': Buffer.from(`Subject: ${'=?utf-8?q?a?= '.repeat(500_000)}\r\n\r\nBody`),
    'brackets.eml': mailOf('text/html', '<'.repeat(5_000_000)),
    'open comments.eml': mailOf('text/html', '<!-- '.repeat(1_000_000)),
    'no base64.eml': mailOf(
      'application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64',
      '%%%%'.repeat(1000),
    ),
    'no charset.eml': mailOf('text/plain; charset="no-such-charset"', 'Body'),
  }
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A gray PNG that says its size, with rows of nothing. */
function pngOf(side: number, rows: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const data = deflateSync(Buffer.alloc((side + 1) * rows))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A TIFF whose only directory is its own next one. */
function loopTiff(): Buffer {
  const tags: readonly (readonly [tag: number, value: number])[] = [
    [256, 8],
    [257, 8],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 200],
    [277, 1],
    [278, 8],
    [279, 64],
  ]
  const file = Buffer.alloc(264)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(tags.length, 8)
  tags.forEach(([tag, value], nth) => {
    const at = 10 + nth * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(4, at + 2)
    file.writeUInt32LE(1, at + 4)
    file.writeUInt32LE(value, at + 8)
  })
  file.writeUInt32LE(8, 10 + tags.length * 12)
  return file
}

function hostileImages(): Files {
  const { png, jpg, tif } = SAMPLE_FILES
  return {
    'a giant.png': pngOf(60_000, 100),
    'large and black.png': pngOf(12_000, 12_000),
    'a drawing.png': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>x</text></svg>',
    ),
    'in itself.tif': loopTiff(),
    'cut off.png': png.subarray(0, png.length / 2),
    'cut off.jpg': jpg.subarray(0, 200),
    'cut off.tiff': tif.subarray(0, 100),
  }
}

const withLoop = (file: Buffer) => {
  // Each sector of the allocation table is followed by itself.
  const looped = Buffer.from(file)
  for (let at = 512; at + 4 <= Math.min(1024, looped.length); at += 4)
    looped.writeUInt32LE((at - 512) / 4, at)
  return looped
}

function hostileCompoundFiles(): Files {
  const { doc, xls } = SAMPLE_FILES
  return {
    'cut off.doc': doc.subarray(0, doc.length / 2),
    'cut off.xls': xls.subarray(0, xls.length / 2),
    'sectors in themselves.doc': withLoop(doc),
    'sectors in themselves.xls': withLoop(xls),
    'empty.doc': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'no workbook.xls': compoundFile({ streams: { Other: Buffer.alloc(5000) } }),
  }
}

/** Office files, mails and images that loop, unpack to gigabytes, lie or end too early, by what they do. */
export function hostileFiles(): Files {
  return {
    ...hostileDocx(),
    ...hostileXlsx(),
    ...hostileMails(),
    ...hostileImages(),
    ...hostileCompoundFiles(),
  }
}
