const ACCENTS = /\p{M}/gu
const NO_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** A word as it is compared: without accents, case, and the punctuation around it. */
function folded(word: string): string {
  return word.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NO_WORD, '')
}

/** Whether a word begins with one of the marks. */
export function isMarked(word: string, marks: readonly string[]): boolean {
  if (marks.length === 0) return false
  const found = folded(word)
  return marks.some((mark) => {
    const wanted = folded(mark)
    return wanted !== '' && found.startsWith(wanted)
  })
}
