import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'

export type MadePdf = { readonly pages: readonly string[]; readonly password?: string }

/** A PDF with a line of text on each page. */
export async function madePdf({ pages, password }: MadePdf): Promise<Buffer> {
  const pdf = new PdfKit({
    size: 'LETTER',
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password }),
  })
  for (const text of pages) pdf.addPage().text(text, 72, 72)
  pdf.end()
  return buffer(pdf)
}
