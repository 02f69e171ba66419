import { placesIn } from '@portal/contract/search/highlight.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'

/** Returns whether a word has one of the marks, or begins with it. It reads words as the search does. */
export function markerOf(marks: readonly string[]): (word: string) => boolean {
  const terms = marks.flatMap((mark) => [mark, `${mark}*`]).flatMap(termsOf)
  return (word) => terms.length > 0 && placesIn(word, { terms }).length > 0
}

function termsOf(text: string) {
  const query = parseQuery(text)
  return isProblem(query) ? [] : query.terms
}
