import type { Extension } from '@portal/contract/limits.ts'
import { docFile } from '../demo/documents/doc-file.ts'
import { docxFile } from '../demo/documents/docx-file.ts'
import { emlFile } from '../demo/documents/eml-file.ts'
import { jpgFile } from '../demo/documents/jpg-file.ts'
import { pdfFile } from '../demo/documents/pdf-file.ts'
import { pngFile } from '../demo/documents/png-file.ts'
import { tifFile } from '../demo/documents/tif-file.ts'
import { xlsFile } from '../demo/documents/xls-file.ts'
import { xlsxFile } from '../demo/documents/xlsx-file.ts'

const TEXT = {
  title: 'Rendition of taxable property',
  paragraphs: ['Compressor station 4, Reeves County.', 'Signed.'],
}
const SHEET = {
  sheetName: 'Assets',
  rows: [
    ['Asset', 'Cost'],
    ['Pumping unit', 84_250.5],
  ],
}
const PICTURE = { width: 64, height: 48, seed: 4 }
const JPG = jpgFile(PICTURE)
const TIF = tifFile(PICTURE)

/** A small sound file of every accepted type. */
export const SAMPLE_FILES: Readonly<Record<Extension, Buffer>> = {
  pdf: pdfFile({ title: TEXT.title, lines: TEXT.paragraphs }),
  png: pngFile(PICTURE),
  jpg: JPG,
  jpeg: JPG,
  tif: TIF,
  tiff: TIF,
  doc: docFile(TEXT),
  docx: docxFile(TEXT),
  xls: xlsFile(SHEET),
  xlsx: xlsxFile(SHEET),
  eml: emlFile({
    from: 'agent@firm.example',
    to: 'county@cad.example',
    subject: 'Rendition 2026',
    text: 'Please find our rendition enclosed.',
    date: new Date('2026-04-15T14:30:00Z'),
    attachments: [{ name: 'rendition.txt', contentType: 'text/plain', content: Buffer.from('Rendition') }],
  }),
}
