/** Abbreviations in the names of filings, as common in November 2026, and their full words. */
const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  abate: ['abatement'],
  alloc: ['allocation'],
  aoa: ['appointment', 'agent', 'authorization'],
  auth: ['authorization', 'authority'],
  cert: ['certified'],
  cip: ['construction', 'progress'],
  depr: ['depreciation'],
  deprec: ['depreciation'],
  div: ['division'],
  ext: ['extension'],
  inv: ['inventory'],
  los: ['lease', 'operating', 'statement'],
  nop: ['notice', 'protest'],
  prod: ['production'],
  rend: ['rendition'],
  rpt: ['report'],
  sched: ['schedule'],
  stmt: ['statement'],
}

/** Words that say nothing about what a document is. */
const EMPTY_WORDS = new Set(['a', 'and', 'in', 'of', 'or', 'the', 'to', 's'])

/** The words of a text in lower case and in the singular; `GasPlant_rend2` has three. */
export function wordsOf(text: string): readonly string[] {
  const apart = text.normalize('NFKC').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const words = apart.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.filter((word) => !EMPTY_WORDS.has(word)).map(singular)
}

/** The words of a file's name without its extension, plus the full words of its abbreviations. */
export function nameWords(name: string): ReadonlySet<string> {
  const words = wordsOf(withoutExtension(name))
  return new Set(words.flatMap((word) => [word, ...(shortForm(word) ?? []).map(singular)]))
}

export function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/u, '')
}

function shortForm(word: string): readonly string[] | undefined {
  return Object.hasOwn(SHORT_FORMS, word) ? SHORT_FORMS[word] : undefined
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/u, '') : word
}
