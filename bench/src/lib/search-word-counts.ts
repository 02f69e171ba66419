/** How many documents of each county have each word, as the portal counts them in search_word. */
export type WordCounts = {
  add(county: number, document: { words: readonly string[]; paragraphs: readonly number[] }): void
  /** In the order of the county and the word. */
  rows(): Generator<readonly [county: number, word: string, documents: number]>
}

/** Counts words of documents whose text is made of the same paragraphs. */
export function createWordCounts(paragraphs: readonly (readonly string[])[]): WordCounts {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const numberOf = (word: string) => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, words.length)
    words.push(word)
    return words.length - 1
  }
  const ofParagraph = paragraphs.map((each) => Int32Array.from(each, numberOf))
  const counts = new Map<number, Map<number, number>>()
  return {
    add(county, document) {
      let ofCounty = counts.get(county)
      if (!ofCounty) {
        ofCounty = new Map()
        counts.set(county, ofCounty)
      }
      const distinct = new Set(document.words.map(numberOf))
      for (const each of document.paragraphs) for (const word of ofParagraph[each] ?? []) distinct.add(word)
      distinct.add(numberOf(''))
      for (const word of distinct) ofCounty.set(word, (ofCounty.get(word) ?? 0) + 1)
    },
    *rows() {
      for (const [county, ofCounty] of [...counts].toSorted(([one], [other]) => one - other)) {
        const sorted = [...ofCounty].map(([word, documents]) => [words[word] ?? '', documents] as const)
        sorted.sort(([one], [other]) => (one < other ? -1 : 1))
        for (const [word, documents] of sorted) yield [county, word, documents]
      }
    },
  }
}
