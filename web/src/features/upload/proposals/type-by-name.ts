import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { nameWords, wordsOf } from './name-words.ts'

/** Texts that are remembered; then all are forgotten, lest a day's names stay for ever. */
const MOST_TEXTS = 5000

type Known = { readonly types: readonly DocumentType[]; readonly categories: readonly LookupItem[] }

type Named = { readonly name: string; readonly folder: string }

/** A thousand names are read anew with each letter that is typed for all files. */
const wordsOfName = remembering(nameWords)

const wordsOfText = remembering(wordsOf)

/** What says nothing of a document but that it is none of the others. */
const REST = 'other'

/** Of its words, how many must stand in the file's name: `ext` is enough for an extension request. */
const LEAST_SHARE = 0.5

/**
 * The type that the words of a file's name tell of: one of the file's category, where it has one and the words fit
 * there, else of all. Null where they tell of none, or of several alike.
 */
export function typeByName(
  { name, folder }: Named,
  { types, categories }: Known,
  categoryId: number | null,
): DocumentType | null {
  const words = wordsOfName(name)
  const own = bestOf(
    types.filter(({ CategoryID }) => CategoryID === categoryId),
    words,
  )
  if (own.length > 0) return own.length === 1 ? (own[0] ?? null) : null
  const best = bestOf(types, words)
  if (best.length <= 1) return best[0] ?? null
  // A rendition is there for several kinds of property: the name, or the folder, may say which.
  const around = new Set([...words, ...wordsOfText(folder)])
  const told = best.filter(({ CategoryID }) => {
    const category = categories.find(({ ID }) => ID === CategoryID)
    return category !== undefined && wordsOfText(category.Name).some((word) => around.has(word))
  })
  return told.length === 1 ? (told[0] ?? null) : null
}

/** Those of whose names most words stand in the file's, all of them alike. */
function bestOf(types: readonly DocumentType[], words: ReadonlySet<string>): readonly DocumentType[] {
  const scored = types.map((type) => ({ type, score: scoreOf(type.Name, words) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ type }) => type)
}

function scoreOf(typeName: string, words: ReadonlySet<string>): number {
  const its = wordsOfText(typeName)
  const there = its.filter((word) => words.has(word)).length
  if (typeName.trim().toLowerCase() === REST || its.length === 0) return 0
  return there / its.length < LEAST_SHARE ? 0 : there + there / its.length
}

/** The same function, which remembers what it made of a text. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const there = known.get(text)
    if (there !== undefined) return there
    const made = read(text)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, made)
    return made
  }
}
