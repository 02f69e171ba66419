/** More or fewer documents of a county with a word. */
export type WordChange = { readonly countyKey: number; readonly word: string; readonly by: number }

type DocumentWords = { readonly countyKey: number; readonly words: Iterable<string> }

/** Letters, or a short number such as a year. Longer numbers are neither too common nor misspelled. */
const COUNTED = /^(?:\p{L}{3,40}|\d{1,4})$/u

/** The word under which the documents themselves are counted. */
export const EVERY_DOCUMENT = ''

/** How the counts change when documents get other words, in the order of county and word. */
export function wordChanges(before: readonly DocumentWords[], after: readonly DocumentWords[]): WordChange[] {
  const counts = new Map<string, { countyKey: number; word: string; by: number }>()
  const count = (countyKey: number, word: string, by: number) => {
    const key = `${countyKey} ${word}`
    const counted = counts.get(key)
    if (counted) counted.by += by
    else counts.set(key, { countyKey, word, by })
  }
  for (const [documents, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const { countyKey, words } of documents) {
      count(countyKey, EVERY_DOCUMENT, by)
      for (const word of words) if (COUNTED.test(word)) count(countyKey, word, by)
    }
  }
  return [...counts.values()]
    .filter(({ by }) => by !== 0)
    .toSorted((one, other) => one.countyKey - other.countyKey || (one.word < other.word ? -1 : 1))
}
