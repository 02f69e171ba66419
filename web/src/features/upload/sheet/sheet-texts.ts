import { filesText } from '../facts/upload-texts.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import type { KnownWords } from './known-words.ts'
import type { FilledFile, SheetPlan } from './plan-sheet.ts'
import { COLUMN_NAMES } from './sheet-columns.ts'

/** The values that a file receives, by name. */
export function factsText(facts: Partial<QueueFields>, known: KnownWords): string {
  const { categoryId, typeId, countyId, owner, relationTypeId, description } = facts
  const county = known.counties?.find(({ CountyID }) => CountyID === countyId)?.Name
  return [
    nameOf(known.categories, categoryId),
    nameOf(known.types, typeId),
    county,
    owner && `${owner.name} (${owner.partyNumber})`,
    nameOf(known.relations, relationTypeId),
    description,
  ]
    .filter(Boolean)
    .join(' · ')
}

function nameOf(list: KnownWords['categories'], id: number | null | undefined): string | undefined {
  return list.find(({ ID }) => ID === id)?.Name
}

const COUNTED: readonly (readonly [name: string, field: keyof QueueFields])[] = [
  ['category', 'categoryId'],
  ['type', 'typeId'],
  ['county', 'countyId'],
  ['owner', 'owner'],
  ['relation type', 'relationTypeId'],
  ['description', 'description'],
]

/** Counts the files per filled field: `2 files get: category 2, type 1.` */
export function filledText(filled: readonly FilledFile[]): string {
  if (filled.length === 0) return 'Nothing here can be filled in.'
  const counts = COUNTED.map(([name, field]) => {
    const count = filled.filter(({ facts }) => (facts[field] ?? null) !== null).length
    return count > 0 ? `${name} ${count}` : ''
  })
  return `${filesText(filled.length)} ${filled.length === 1 ? 'gets' : 'get'}: ${counts.filter(Boolean).join(', ')}.`
}

/** Lines without effect, in the order of the sheet. */
export function unusedLineMessages({ unused }: SheetPlan): readonly string[] {
  return unused.map(({ line, name, why }) => `Line ${line}${name && `, ${name}`}: ${why}`)
}

/** Unknown words, each with its line and column. */
export function unknownTexts({ unknown }: SheetPlan): readonly string[] {
  return unknown.map(
    ({ line, column, word, why }) => `Line ${line}, ${COLUMN_NAMES[column]} ‘${word}’: ${why}`,
  )
}
