/** Text of a PDF; lines flow over as many US Letter pages as they need. */
export type PdfContent = { title: string; lines: readonly string[] }

const LINES_PER_PAGE = 44
const LEFT = 72
const TOP = 690
const LEADING = 14
/** Object numbers 1 to 4 are catalogue, page tree and the two fonts; pages and their text follow in pairs. */
const FIRST_PAGE = 5

const PUNCTUATION: Readonly<Record<string, string>> = {
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
}

/** A PDF 1.4 whose text can be read, searched and copied in any viewer. Letters that Western fonts lack show as `?`. */
export function pdfFile({ title, lines }: PdfContent): Buffer {
  const pages = pagesOf(lines)
  const kids = pages.map((_, index) => `${FIRST_PAGE + index * 2} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((page, index) => [
      pageObject(FIRST_PAGE + index * 2 + 1),
      stream(pageText(title, page, `Page ${index + 1} of ${pages.length}`)),
    ]),
    `<< /Title <${Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex')}> /Producer (County document portal) >>`,
  ]
  return assemble(objects)
}

function pagesOf(lines: readonly string[]): string[][] {
  const pages: string[][] = []
  for (let at = 0; at < lines.length; at += LINES_PER_PAGE) pages.push(lines.slice(at, at + LINES_PER_PAGE))
  return pages.length > 0 ? pages : [[]]
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
}

function pageObject(contents: number): string {
  return (
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ' +
    `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${contents} 0 R >>`
  )
}

function pageText(title: string, lines: readonly string[], footer: string): string {
  return [
    `BT /F2 16 Tf ${LEFT} 728 Td (${literal(title)}) Tj ET`,
    `0.78 0.44 0.19 RG 1.5 w ${LEFT} 714 m 540 714 l S`,
    `BT /F1 10 Tf ${LEADING} TL ${LEFT} ${TOP} Td`,
    ...lines.map((line) => `(${literal(line)}) Tj T*`),
    'ET',
    `BT /F1 8 Tf ${LEFT} 40 Td (${literal(footer)}) Tj ET`,
  ].join('\n')
}

function stream(text: string): string {
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
}

/** A PDF string without its parentheses, one byte a letter in WinAnsiEncoding. */
function literal(text: string): string {
  return text
    .replace(/[–—‘’“”•]/g, (character) => PUNCTUATION[character] ?? '?')
    .replace(/[^\x20-\x7e\x91-\x97\xa0-\xff]/gu, '?')
    .replace(/[\\()]/g, (character) => `\\${character}`)
}

/** Objects with their numbers, the table of their offsets, the trailer. The last object is the information dictionary. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\n`
  return Buffer.from(`${text}startxref\n${table}\n%%EOF\n`, 'latin1')
}
