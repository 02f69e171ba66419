import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { nameWords, wordsOf } from './name-words.ts'

/** The most texts cached. A full cache is cleared, so that it does not grow without limit. */
const MAX_TEXTS = 5000

type Known = { readonly types: readonly DocumentType[]; readonly categories: readonly LookupItem[] }

type Named = { readonly name: string; readonly folder: string }

/** Cached, because each keystroke in the details for all files reads a thousand names again. */
const wordsOfName = remembering(nameWords)

const wordsOfText = remembering(wordsOf)

/** The name of a catch-all type, which says nothing about a document. */
const REST = 'other'

/** The share of the type's words that must occur in the file's name: `ext` is enough for an extension request. */
const MIN_SHARE = 0.5

/**
 * The type that a file's name suggests. Types of the file's category come first, if any matches. Null if no type
 * matches, or several match equally.
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
  // Several categories have a rendition type: the name or the folder may say which category.
  const around = new Set([...words, ...wordsOfText(folder)])
  const told = best.filter(({ CategoryID }) => {
    const category = categories.find(({ ID }) => ID === CategoryID)
    return category !== undefined && wordsOfText(category.Name).some((word) => around.has(word))
  })
  return told.length === 1 ? (told[0] ?? null) : null
}

/** The best matching types: those with the most words in the file's name; ties return several. */
function bestOf(types: readonly DocumentType[], words: ReadonlySet<string>): readonly DocumentType[] {
  const scored = types.map((type) => ({ type, score: scoreOf(type.Name, words) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ type }) => type)
}

function scoreOf(typeName: string, words: ReadonlySet<string>): number {
  const its = wordsOfText(typeName)
  const there = its.filter((word) => words.has(word)).length
  if (typeName.trim().toLowerCase() === REST || its.length === 0) return 0
  return there / its.length < MIN_SHARE ? 0 : there + there / its.length
}

/** Caches the results of `read` by text. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const there = known.get(text)
    if (there !== undefined) return there
    const made = read(text)
    if (known.size >= MAX_TEXTS) known.clear()
    known.set(text, made)
    return made
  }
}
