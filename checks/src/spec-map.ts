/** One line of a map: what the product does, and the tests that show it, or the reason why none does. */
export type MapRow = { readonly id: string; readonly what: string; readonly tests: readonly string[] }

/** An id of the specification, of the product's own rules, of the catalogue of faults and abuses, or of ASVS. */
const ID = /\b(?:[SR]\d+\.\d+|[A-I]\d\d|V\d+\.\d+\.\d+)\b/gu

/** How the cell of a row begins that no test shows. */
const REASON = /^(?:Described|Not here|Later|Gap): \S/u

/** The cells of a table's line; `\|` stands for a bar within a cell. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The rows of every table of a map, without the lines that head and underline it. */
export function readRows(markdown: string): MapRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .filter(([id = '']) => id !== 'id' && !/^:?-+:?$/u.test(id))
    .map(([id = '', what = '', tests = '']) => ({
      id,
      what,
      tests: tests
        .split('<br>')
        .map((test) => test.trim())
        .filter((test) => test !== ''),
    }))
}

/** The titles of a test file's tests and groups, as they are written there, templates included. */
export function titlesOf(code: string): string[] {
  const opening =
    /(?:\b(?:it|test|describe|meet|sized|withLinks)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1\s*,/gu
  return [...code.matchAll(opening)].map(([, , title = '']) => title)
}

/** The ids of maps that a text carries. */
export function idsIn(text: string): string[] {
  return text.match(ID) ?? []
}

/** Whether a text starts with an id of a map, as the title of a test does. */
export function startsWithId(text: string): boolean {
  return text.search(ID) === 0
}

/** Whether the cell of a row says why no test shows it. */
export function isReason(cell: string): boolean {
  return REASON.test(cell)
}

/**
 * What is wrong with the rows of all maps together, a sentence each: an id that two rows have, a row without a test or a
 * reason, and a test that carries an id of no such row.
 * @param titles the titles that each test file holds, by its path from the checkout.
 */
export function mapBreaches(
  rows: readonly MapRow[],
  titles: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ids = rows.map(({ id }) => id)
  const proven = new Set(rows.filter(({ tests }) => !isReason(tests[0] ?? '')).map(({ id }) => id))
  const carried = new Set([...titles.values()].flat().flatMap(idsIn))
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two rows have the id ${id}`),
    ...rows.filter(({ what }) => what === '').map(({ id }) => `${id} does not say what the product does`),
    ...rows.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} has no test`),
    ...[...carried]
      .filter((id) => !proven.has(id))
      .map((id) => `a test carries ${id}, but no map has a row for it`),
  ]
}
