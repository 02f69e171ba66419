import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QrPicture } from '../qr/qr-picture.ts'
import type { PdfFont } from './fonts.ts'
import type { Line } from './letters.ts'

/** US Letter, in points. */
export const LETTER = { width: 612, height: 792 } as const

export type PdfFacts = {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly madeAt: Date
}

/** A line of text on a page. Points, from the upper left corner to the top of the line. */
export type Text = {
  readonly line: Line
  readonly x: number
  readonly y: number
  /** Points of one em. */
  readonly size: number
  readonly color: string
  /** Its role for screen readers, which skip text that repeats on every page. */
  readonly role: 'H1' | 'P' | 'repeated'
  /** It continues the previous text, and screen readers read both as one. */
  readonly goesOn?: boolean
}

/** A line across a page. */
export type Rule = { readonly x: number; readonly y: number; readonly width: number; readonly color: string }

/** A QR code on a page; `size` is the length of its sides in points. */
export type Picture = {
  readonly qr: QrPicture
  readonly x: number
  readonly y: number
  readonly size: number
  /** Screen readers read it instead of the picture. */
  readonly alt: string
}

export type Sheet = {
  readonly texts: readonly Text[]
  readonly rules: readonly Rule[]
  readonly pictures: readonly Picture[]
}

type Document = PDFKit.PDFDocument

/**
 * Writes a PDF page by page, each after the previous one was sent. So only one page is in memory, and other work can
 * run between two pages.
 */
export async function* writePdf(
  facts: PdfFacts,
  { sheets, fonts }: { sheets: Iterable<Sheet> | AsyncIterable<Sheet>; fonts: readonly PdfFont[] },
): AsyncGenerator<Buffer> {
  const document = await begin(facts)
  for (const { name, bytes } of fonts) document.registerFont(name, bytes)
  const written: Buffer[] = []
  document.on('data', (bytes: Buffer) => written.push(bytes))
  const reading = document.struct('Document')
  document.addStructure(reading)
  for await (const sheet of sheets) {
    document.addPage()
    draw(document, sheet, reading)
    await nextTurn()
    if (written.length > 0) yield Buffer.concat(written.splice(0))
  }
  reading.end()
  const ended = once(document, 'end')
  document.end()
  await ended
  yield Buffer.concat(written)
}

async function begin({ title, author, subject, madeAt }: PdfFacts): Promise<Document> {
  // Loaded on first use: it takes a fifth of a second and 25 MB, and the start need not wait for it.
  const { default: PdfDocument } = await import('pdfkit')
  return new PdfDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, Creator: author, CreationDate: madeAt },
  })
}

function draw(
  document: Document,
  { texts, rules, pictures }: Sheet,
  reading: PDFKit.PDFStructureElement,
): void {
  for (const [first, ...others] of wholes(texts)) {
    if (first.role === 'repeated') {
      document.markContent('Artifact', { type: 'Pagination' })
      for (const text of [first, ...others]) drawLine(document, text)
      document.endMarkedContent()
    } else {
      const lines = [first, ...others].map((text) => () => drawLine(document, text))
      reading.add(document.struct(first.role, {}, lines))
    }
  }
  for (const picture of pictures) {
    reading.add(document.struct('Figure', { alt: picture.alt }, () => drawPicture(document, picture)))
  }
  document.markContent('Artifact', { type: 'Layout' })
  for (const { x, y, width, color } of rules) {
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke()
  }
  document.endMarkedContent()
}

function drawPicture(document: Document, { qr, x, y, size }: Picture): void {
  document
    .save()
    .translate(x, y)
    .scale(size / qr.size)
  document.path(qr.path).fill('#000000')
  document.restore()
}

/** Groups the lines of each text that spans several lines. */
function wholes(texts: readonly Text[]): [Text, ...Text[]][] {
  const found: [Text, ...Text[]][] = []
  for (const text of texts) {
    const before = text.goesOn ? found.at(-1) : undefined
    if (before) before.push(text)
    else found.push([text])
  }
  return found
}

function drawLine(document: Document, { line, x, y, size, color }: Text): void {
  document.fontSize(size).fillColor(color)
  let at = x
  for (const { font, text, width } of line) {
    document.font(font).text(text, at, y, { lineBreak: false })
    at += width * size
  }
}
