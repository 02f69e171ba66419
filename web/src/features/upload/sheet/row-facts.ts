import { descriptionProblem } from '@portal/contract/files/description.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'
import { foldedWord, named, type KnownWords } from './known-words.ts'
import type { Column } from './sheet-columns.ts'

/** An unknown word, and why it is not used. */
export type UnknownWord = { readonly column: Column; readonly word: string; readonly why: string }

export type RowFacts = {
  readonly facts: Partial<QueueFields>
  /** The number of an owner to look up in this county; null if the row names none. */
  readonly owner: { readonly partyNumber: number; readonly countyId: number | null } | null
  readonly unknown: readonly UnknownWord[]
}

type Said = {
  readonly entry: QueueEntry
  /** The line's cell under each heading; empty if blank. */
  readonly cell: (column: Column) => string
  readonly forAll: QueueFields
  readonly known: KnownWords
}

const NOBODY_LINKS = 'only who may link owners gives a relation.'
const NO_OWNERS = 'your files have no county, so no owner.'

/** Converts a line of a sheet to a file's fields. Empty cells are ignored. */
export function readRow(said: Said): RowFacts {
  const unknown: UnknownWord[] = []
  const read = <T>(column: Column, find: (word: string) => T | string): T | undefined => {
    const word = said.cell(column)
    if (word === '') return undefined
    const found = find(word)
    if (typeof found !== 'string') return found
    unknown.push({ column, word, why: found })
    return undefined
  }
  const kind = readKind(said, read)
  const countyId = read('county', (word) => findCounty(word, said.known))?.id
  const description = read('description', findDescription)?.text
  const relation = read('relation', (word) => findRelation(word, said.known))
  const facts: Partial<QueueFields> = {
    ...kind,
    ...(said.known.counties && countyId !== undefined && { countyId }),
    ...(description !== undefined && { description }),
    ...(relation && { relationTypeId: relation.ID }),
  }
  const there = factsOf({ facts: { ...said.entry.facts, ...facts } }, said.forAll).countyId
  const isElsewhere = said.cell('county') !== '' && countyId === undefined
  const owner =
    read('owner', (word) =>
      isElsewhere ? 'its county is not known.' : findNumber(word, there, said.known),
    ) ?? null
  return { facts, owner, unknown }
}

type Read = <T>(column: Column, find: (word: string) => T | string) => T | undefined

/** Reads category and type: a type that exists in a single category also sets the category. */
function readKind({ known, entry, forAll, cell }: Said, read: Read): Partial<QueueFields> {
  const now = factsOf(entry, forAll)
  const category = read('category', (word) => named(known.categories, word) ?? 'there is no such category.')
  const isOfUnknown = cell('category') !== '' && !category
  const type = read('type', (word) =>
    isOfUnknown
      ? 'its category is not known.'
      : findType(word, { known, named: category?.ID, now: now.categoryId }),
  )
  if (type) return { categoryId: type.CategoryID, typeId: type.ID }
  if (!category) return {}
  // The file's type does not belong to the new category.
  return { categoryId: category.ID, ...(category.ID !== now.categoryId && { typeId: null }) }
}

type Categories = {
  readonly known: KnownWords
  /** Named by the line itself. */
  readonly named: number | undefined
  /** The file's current category. */
  readonly now: number | null
}

function findType(word: string, { known, named: inLine, now }: Categories) {
  const alike = known.types.filter(({ Name }) => foldedWord(Name) === foldedWord(word))
  const wanted = alike.find(({ CategoryID }) => CategoryID === (inLine ?? now))
  if (wanted) return wanted
  const nameOf = (id: number) => known.categories.find(({ ID }) => ID === id)?.Name ?? ''
  if (inLine !== undefined) return `there is no such type in ${nameOf(inLine)}.`
  const [only, ...others] = alike
  if (!only) return 'there is no such type.'
  return others.length === 0 ? only : 'several categories have it: name the category too.'
}

function findCounty(word: string, { counties, ownCounty }: KnownWords): { id: number | null } | string {
  if (counties) {
    const county = named(counties, word)
    return county ? { id: county.CountyID } : 'there is no such county to choose.'
  }
  const isOwn = ownCounty.name !== null && foldedWord(ownCounty.name) === foldedWord(word)
  return isOwn ? { id: null } : 'you do not file for this county.'
}

function findDescription(text: string): { text: string } | string {
  return descriptionProblem(text)?.sentence ?? { text }
}

function findRelation(word: string, { relations, ownerRight }: KnownWords) {
  if (ownerRight !== 'link') return NOBODY_LINKS
  return named(relations, word) ?? 'there is no such relation type.'
}

function findNumber(word: string, countyId: number | null, known: KnownWords): RowFacts['owner'] | string {
  if (known.ownerRight === 'none') return NO_OWNERS
  if (!/^[1-9]\d{0,9}$/u.test(word) || Number(word) > MAX_ID) return 'this is no party number.'
  if (known.counties && countyId === null) return 'its file has no county yet.'
  return { partyNumber: Number(word), countyId }
}
