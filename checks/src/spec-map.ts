/** One line of a map: what the product does, and the tests that prove it, or the reason why none does. */
export type MapRow = { readonly id: string; readonly what: string; readonly tests: readonly string[] }

/** An id of the specification, of the product's own rules, of the catalog of faults and abuses, or of ASVS. */
const ID = /\b(?:[SR]\d+\.\d+|[A-I]\d\d|V\d+\.\d+\.\d+)\b/gu

/** The start of the cell in a row without a test. */
const REASON = /^(?:Described|Not here|Later|Gap): \S/u

/** The cells of a table row; `\|` stands for a vertical bar within a cell. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The rows of every table of a map, without the header and delimiter lines. */
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

/** The titles of a test file's tests and groups as written, templates included. */
export function titlesOf(code: string): string[] {
  const opening =
    /(?:\b(?:it|test|describe|meet|sized|withLinks)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1\s*,/gu
  return [...code.matchAll(opening)].map(([, , title = '']) => title)
}

/** The ids of maps that a text contains. */
export function idsIn(text: string): string[] {
  return text.match(ID) ?? []
}

/** Whether a text starts with an id of a map, as the title of a test does. */
export function startsWithId(text: string): boolean {
  return text.search(ID) === 0
}

/** Whether the cell of a row gives the reason for a missing test. */
export function isReason(cell: string): boolean {
  return REASON.test(cell)
}

/**
 * The errors of the rows of all maps together, one sentence each: a duplicate id, a row without a test or a reason, and
 * a test with an id that no such row has.
 * @param titles the titles in each test file, by its path in the checkout.
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
