/** In-memory names for suggestions. */
export type NameIndex = {
  /** In characters, of at most two bytes each. */
  readonly size: number
  /**
   * The numbers of the best matches: first the number that equals the term, then numbers and then names that start with
   * it, then lines that contain it anywhere. Each group is in the order of the names.
   */
  search(term: string, limit: number): number[]
}

/** Precedes each number, and occurs nowhere else. */
const LINE = '\n'
/** Precedes each name. */
const FIELD = '\t'

/**
 * An index over lines of `number TAB name TAB other name`, in the order of the names. Names and terms must have been
 * normalized by the same `search_text`, which removes tabs and line breaks.
 */
export function createNameIndex(lines: string): NameIndex {
  const text = `${LINE}${lines}${LINE}`
  const starts = lineStarts(text)

  /** The line that contains a position. */
  const lineAt = (place: number): number => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
  /** Adds lines that contain `part`, until `limit` are found. */
  const collect = (found: Set<number>, part: string, limit: number): void => {
    let place = found.size < limit ? text.indexOf(part) : -1
    while (place !== -1 && found.size < limit) {
      // One further, because each line is preceded by a line break.
      const line = lineAt(place + 1)
      found.add(line)
      place = text.indexOf(part, Math.max(place + 1, (starts[line + 1] ?? text.length) - 1))
    }
  }

  const numberAt = (start: number) => Number(text.slice(start, text.indexOf(FIELD, start)))

  return {
    size: text.length,
    search(term, limit) {
      // Most terms without a match end here, after one scan.
      if (term === '' || !text.includes(term)) return []
      const found = new Set<number>()
      if (/^\d+$/.test(term)) {
        collect(found, `${LINE}${term}${FIELD}`, limit)
        collect(found, `${LINE}${term}`, limit)
      }
      collect(found, `${FIELD}${term}`, limit)
      collect(found, term, limit)
      return [...found].map((line) => numberAt(starts[line] ?? 0))
    },
  }
}

/** Where the lines begin, after the line break. */
function lineStarts(text: string): Int32Array {
  let count = 0
  for (let place = text.indexOf(LINE); place !== -1; place = text.indexOf(LINE, place + 1)) count += 1
  const starts = new Int32Array(Math.max(count - 1, 0))
  let place = 0
  for (let line = 0; line < starts.length; line += 1) {
    starts[line] = place + 1
    place = text.indexOf(LINE, place + 1)
  }
  return starts
}
