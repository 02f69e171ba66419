import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import sharp, { type OverlayOptions } from 'sharp'
import { openPdf } from '../engines/readers/pdf-document.ts'
import { madePdf } from './made-pdf.ts'

type ScanOptions = {
  /** Clockwise, by any angle. */
  readonly degrees?: number
  readonly format?: 'jpeg' | 'png' | 'tiff'
  /** The standard deviation of dirt on the paper, in steps of gray. */
  readonly noise?: number
}

/** The image of a letter page with this text at 200 dpi, a little blurred, as a scanner makes it. */
export async function madeScan(
  text: string,
  { degrees = 0, format = 'jpeg', noise = 0 }: ScanOptions = {},
): Promise<Buffer> {
  const pdf = await openPdf(await madePdf({ pages: [text] }))
  const bitmap = pdf.draw(0, 2200)
  pdf.close()
  if (bitmap === null) throw new Error('The page was not drawn.')
  const { rgba, width, height } = bitmap
  const paper = sharp(rgba, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' })
  const scan = sharp(
    await (noise === 0 ? paper : paper.composite([dirt({ width, height, noise })])).png().toBuffer(),
  )
    .grayscale()
    .rotate(degrees, { background: '#eee' })
    .blur(0.6)
  return (format === 'jpeg' ? scan.jpeg({ quality: 50 }) : scan.toFormat(format)).toBuffer()
}

function dirt({ width, height, noise }: { width: number; height: number; noise: number }): OverlayOptions {
  const gaussian = { type: 'gaussian', mean: 255 - noise, sigma: noise } as const
  return {
    input: { create: { width, height, channels: 3, background: '#fff', noise: gaussian } },
    blend: 'multiply',
  }
}

/** A PDF whose pages are nothing but these images. */
export async function madePdfOfScans(scans: readonly Buffer[]): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'LETTER', autoFirstPage: false })
  for (const scan of scans) pdf.addPage().image(scan, 0, 0, { fit: [612, 792], align: 'center' })
  pdf.end()
  return buffer(pdf)
}
