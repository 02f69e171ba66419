import { getDocumentProxy, getMeta } from 'unpdf'
import { readQrCodes } from './read-qr.ts'

type Structure = {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly Structure[]
}

/** Counts the headings and paragraphs that are read aloud. */
function countSpoken({ role, children = [] }: Structure): number {
  const within = children.reduce((sum, child) => sum + countSpoken(child), 0)
  return role === 'H1' || role === 'P' ? 1 : within
}

/** The texts that are read aloud in place of pictures. */
function altsOf({ alt, children = [] }: Structure): string[] {
  return [...(alt === undefined ? [] : [alt]), ...children.flatMap(altsOf)]
}

/** The text of each page of a PDF as it is drawn, without line ends. */
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
  // An untagged PDF has no structure.
  const structure = (await (await pdf.getPage(1)).getStructTree()) as Structure | null
  const spoken = structure ? countSpoken(structure) : 0
  const codes = await readQrCodes(await pdf.getPage(1))
  return { pages, info, width, height, spoken, codes, alts: structure ? altsOf(structure) : [] }
}
