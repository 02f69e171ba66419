import { docxFile } from './documents/docx-file.ts'
import { emlFile } from './documents/eml-file.ts'
import { jpgFile } from './documents/jpg-file.ts'
import { pdfFile } from './documents/pdf-file.ts'
import { pngFile } from './documents/png-file.ts'
import { tifFile } from './documents/tif-file.ts'
import { xlsxFile } from './documents/xlsx-file.ts'
import type { Random } from './random.ts'

/** What a sample document says. */
export type Paper = {
  year: number
  county: string
  owner: string
  type: string
  category: string
  from: string
  on: Date
}

type Extension = 'pdf' | 'xlsx' | 'docx' | 'eml' | 'jpg' | 'png' | 'tif'

const SCANS = /Notes|Evidence|Watercraft|Aircraft|Deed/
const SHEETS = /List|Schedule|Report|Statement|Inventory|Rolling Stock|Roll|Supplement/
const LETTERS = /Letter|Request|Contract|Allocation/

/** The kind of file that this type of document usually comes as. */
export function usualExtension(random: Random, type: string): Extension {
  if (type === 'E-mail') return 'eml'
  if (SCANS.test(type) && random.chance(60)) return random.pick(['jpg', 'tif', 'png'])
  if (SHEETS.test(type) && random.chance(60)) return 'xlsx'
  if (LETTERS.test(type) && random.chance(45)) return 'docx'
  return random.chance(6) ? 'tif' : 'pdf'
}

/** A small real file that opens in the programs of the trade. */
export function paperFile(random: Random, extension: Extension, paper: Paper): Buffer {
  const title = `${paper.year} ${paper.type}`
  const lines = linesOf(random, paper)
  const makers: Record<Extension, () => Buffer> = {
    pdf: () => pdfFile({ title, lines }),
    docx: () => docxFile({ title, paragraphs: lines }),
    xlsx: () =>
      xlsxFile({ rows: [['Item', 'Description', 'Year acquired', 'Cost'], ...assets(random, paper)] }),
    eml: () => emlFile({ ...envelope(paper), subject: `${title} - ${paper.owner}`, text: lines.join('\n') }),
    jpg: () => jpgFile(picture(random)),
    png: () => pngFile(picture(random)),
    tif: () => tifFile(picture(random)),
  }
  return makers[extension]()
}

function envelope({ owner, from, on }: Paper): { from: string; to: string; date: Date } {
  return { from: `tax@${owner.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`, to: from, date: on }
}

function picture(random: Random): { width: number; height: number } {
  return { width: 240 + random.below(240), height: 180 + random.below(200) }
}

function linesOf(random: Random, paper: Paper): string[] {
  return [
    `Owner: ${paper.owner}`,
    `County: ${paper.county}, Texas`,
    `Category: ${paper.category}`,
    `Appraisal year: ${paper.year}, as of January 1`,
    '',
    ...assets(random, paper).map(
      ([item, description, year, cost]) =>
        `${item}  ${description}, ${year}: $${cost.toLocaleString('en-US')}`,
    ),
    '',
    'Sample document. The company and its figures are made up.',
  ]
}

const ASSETS = [
  'Reciprocating compressor, 1,340 hp',
  'Separator, three-phase',
  'Storage tank, 500 bbl',
  'Amine plant',
  'Gathering line, 6 in',
  'Substation transformer',
  'Pumping unit',
  'Office furniture',
  'Fork lift',
  'Cooling tower',
] as const

function assets(random: Random, { year }: Paper): [string, string, number, number][] {
  return Array.from({ length: 3 + random.below(12) }, (_, at) => [
    `A-${String(at + 1).padStart(3, '0')}`,
    random.pick(ASSETS),
    year - 1 - random.below(20),
    1000 * (1 + random.below(900)),
  ])
}
