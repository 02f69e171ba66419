import { deflateRawSync, deflateSync } from 'node:zlib'
import { constants } from 'node:zlib'
import { madePdf } from './made-pdf.ts'

type Objects = readonly (string | readonly [dictionary: string, stream: Buffer])[]

/** A PDF of these objects, numbered from 1. The first is the catalog. */
function pdfOf(objects: Objects): Buffer {
  const parts = objects.map((object, index) => {
    const head = Buffer.from(`${index + 1} 0 obj\n`, 'latin1')
    const tail = Buffer.from('\nendobj\n', 'latin1')
    if (typeof object === 'string') return Buffer.concat([head, Buffer.from(object, 'latin1'), tail])
    const [dictionary, stream] = object
    const start = Buffer.from(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`, 'latin1')
    return Buffer.concat([head, start, stream, Buffer.from('\nendstream', 'latin1'), tail])
  })
  const header = Buffer.from('%PDF-1.7\n')
  const places = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.length, header.length),
  )
  const start = parts.reduce((sum, part) => sum + part.length, header.length)
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([header, ...parts, Buffer.from(table + trailer)])
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

type Page = {
  readonly content: readonly [string, Buffer]
  readonly more?: Objects
  readonly resources?: string
  readonly box?: string
}

/** A PDF of one page: object 4 is its content, 5 a font, and `more` follows from 6. */
function onePage({ content, more = [], resources = '', box = '0 0 612 792' }: Page): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`
  return pdfOf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content, FONT, ...more])
}

/** A piece of data, so many times, deflated. */
function deflatedOften(piece: Buffer, times: number): Buffer {
  const block = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const header = Buffer.from([0x78, 0x9c])
  const end = Buffer.concat([deflateRawSync(Buffer.alloc(0)), Buffer.alloc(4)])
  return Buffer.concat([header, ...Array.from({ length: times }, () => block), end])
}

const TEXT = 'BT /F 12 Tf 72 700 Td (Named text) Tj ET '
const plain = (text: string): readonly [string, Buffer] => ['', Buffer.from(text, 'latin1')]
const packed = (data: Buffer, filters = '/FlateDecode'): readonly [string, Buffer] => [
  `/Filter [${filters}]`,
  data,
]

function nestedForms(): Buffer {
  const more = Array.from({ length: 9 }, (_, level): readonly [string, Buffer] => {
    const next = level === 8 ? TEXT : '/X Do '.repeat(10)
    const resources = level === 8 ? '/Font << /F 5 0 R >>' : `/XObject << /X ${7 + level} 0 R >>`
    return [
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`,
      Buffer.from(next),
    ]
  })
  return onePage({ content: plain('/X Do '.repeat(10)), resources: '/XObject << /X 6 0 R >>', more })
}

function millionPages(): Buffer {
  const levels = Array.from({ length: 6 }, (_, level) => {
    const kids = `${level + 3} 0 R `.repeat(10)
    return `<< /Type /Pages /Kids [${kids}] /Count ${10 ** (6 - level)} >>`
  })
  return pdfOf([CATALOG, ...levels, '<< /Type /Page /MediaBox [0 0 612 792] >>'])
}

/** The page is covered by an image of 40,000 pixels in square, which is black. */
function giantImage(): Buffer {
  const row = Buffer.alloc(5000 * 400)
  return onePage({
    content: plain('q 612 0 0 792 0 0 cm /I Do Q'),
    resources: '/XObject << /I 6 0 R >>',
    more: [
      [
        '/Type /XObject /Subtype /Image /Width 40000 /Height 40000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
        deflatedOften(row, 100),
      ],
    ],
  })
}

function fineTiles(): Buffer {
  const tile =
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>'
  return onePage({
    content: plain(`/Pattern cs /P scn 0 0 612 792 re f ${TEXT}`),
    resources: '/Pattern << /P 6 0 R >>',
    more: [[tile, Buffer.from('0 0 1 1 re f')]],
  })
}

/** PDFs that loop, unpack to gigabytes, lie or end too early, by what they do. */
export async function hostilePdfs(): Promise<Readonly<Record<string, Buffer>>> {
  const good = await madePdf({ pages: ['Named text', 'Second page'] })
  const words = Buffer.from('BT /F 1 Tf (AAAAAAAA) Tj ET '.repeat(40_000))
  return {
    'a gigabyte of text.pdf': onePage({ content: packed(deflatedOften(words, 1000)) }),
    'zeros deflated twice.pdf': onePage({
      content: packed(deflateSync(deflatedOften(Buffer.alloc(1_000_000), 4000)), '/FlateDecode /FlateDecode'),
    }),
    'nested forms.pdf': nestedForms(),
    'a million pages.pdf': millionPages(),
    'a huge page.pdf': onePage({ content: plain(TEXT), box: '0 0 1000000 1000000' }),
    'a page without size.pdf': onePage({ content: plain(TEXT), box: '0 0 0 0' }),
    'a giant image.pdf': giantImage(),
    'fine tiles.pdf': fineTiles(),
    'deep brackets.pdf': onePage({ content: plain(`${'['.repeat(2_000_000)} ${TEXT}`) }),
    'a form in itself.pdf': onePage({
      content: plain('/X Do'),
      resources: '/XObject << /X 6 0 R >>',
      more: [
        [
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
          Buffer.from('/X Do'),
        ],
      ],
    }),
    'pages in themselves.pdf': pdfOf([CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
    'no pages.pdf': pdfOf([CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>']),
    'cut off.pdf': good.subarray(0, good.length / 2),
    'noise.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('noise\0'.repeat(1000))]),
    'locked.pdf': await madePdf({ pages: ['Secret'], password: 'open' }),
  }
}
