import { getDocumentProxy, getMeta } from 'unpdf'

/** What a reader of PDFs finds in these bytes: the text of each page as it is drawn, without the ends of its lines. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('|'))
  }
  const { info } = await getMeta(pdf)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  return { pages, info, width, height }
}
