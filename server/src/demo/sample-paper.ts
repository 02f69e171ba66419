import { fillMarks, type Marks } from './documents/fill-marks.ts'
import { officeFile } from './documents/office-file.ts'
import { pdfFile } from './documents/pdf-file.ts'
import { pictureFile } from './documents/picture-file.ts'
import type { SampleKind } from './documents/samples.ts'
import type { Random } from './random.ts'

/** The content of a sample document. */
export type Paper = {
  year: number
  county: string
  owner: string
  type: string
  category: string
  from: string
  on: Date
}

const SCANS = /Notes|Evidence|Watercraft|Aircraft|Deed/
const SHEETS = /List|Schedule|Report|Statement|Inventory|Rolling Stock|Roll|Supplement/
const LETTERS = /Letter|Request|Contract|Allocation/

/** The usual file type of this document type. */
export function usualKind(random: Random, type: string): SampleKind {
  if (type === 'E-mail') return 'eml'
  if (SCANS.test(type) && random.chance(60)) return random.pick(['jpg', 'tif', 'png'])
  if (SHEETS.test(type) && random.chance(60)) return 'xlsx'
  if (LETTERS.test(type) && random.chance(45)) return 'docx'
  return random.chance(6) ? 'tif' : 'pdf'
}

/** Makes a small valid file from a sample. It opens in the programs that clerks use. */
export function paperFile(
  random: Random,
  { kind, sample, paper }: { kind: SampleKind; sample: Buffer; paper: Paper },
): Buffer {
  const words = wordsOf(paper)
  const lines = { words, rows: linesOf(random, paper).map((line) => ({ line })) }
  if (kind === 'pdf') return pdfFile(sample, lines)
  if (kind === 'docx') return officeFile(sample, lines)
  if (kind === 'xlsx') return officeFile(sample, { words, rows: assets(random, paper) })
  if (kind === 'eml') return Buffer.from(fillMarks(sample.toString(), lines))
  return pictureFile(sample, noteOf(random, paper))
}

function wordsOf({ year, type, owner, from, on }: Paper): Marks['words'] {
  return {
    title: `${year} ${type}`,
    owner,
    from: `tax@${owner.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    to: from,
    date: on.toUTCString().replace('GMT', '+0000'),
    id: on.getTime(),
  }
}

function noteOf(random: Random, { county }: Paper): string {
  return `${county} County, volume ${1 + random.below(240)}, page ${1 + random.below(200)}. Sample.`
}

function linesOf(random: Random, paper: Paper): string[] {
  return [
    `Owner: ${paper.owner}`,
    `County: ${paper.county}, Texas`,
    `Category: ${paper.category}`,
    `Appraisal year: ${paper.year}, as of January 1`,
    '',
    ...assets(random, paper).map(
      ({ item, description, year, cost }) =>
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

type Asset = { item: string; description: string; year: number; cost: number }

function assets(random: Random, { year }: Paper): Asset[] {
  return Array.from({ length: 3 + random.below(12) }, (_, at) => ({
    item: `A-${String(at + 1).padStart(3, '0')}`,
    description: random.pick(ASSETS),
    year: year - 1 - random.below(20),
    cost: 1000 * (1 + random.below(900)),
  }))
}
