/** One line of docs/spec-map.md: what the product does, and the tests that show it. */
export type MapRow = { readonly id: string; readonly what: string; readonly tests: readonly string[] }

const NO_TITLES: readonly string[] = []

/** The cells of a table's line; `\|` stands for a bar within a cell. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The rows of every table of the map, without the lines that head and underline it. */
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

/** The ids of the product's own rules, as docs/rules.md numbers them. */
export function readRuleIds(markdown: string): string[] {
  return [...markdown.matchAll(/^- \*\*(R\d+\.\d+)\*\*/gmu)].map(([, id = '']) => id)
}

/** The titles of a test file's tests and groups, as they are written there, templates included. */
export function titlesOf(code: string): string[] {
  const opening =
    /(?:\b(?:it|test|describe|meet|sized|withLinks)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1\s*,/gu
  return [...code.matchAll(opening)].map(([, , title = '']) => title)
}

/**
 * What is wrong with the map, a sentence each; none where every row has an id of its own and tests that
 * there are, and every rule has its row.
 * @param titles the titles that each test file holds, by its path from the checkout.
 */
export function mapBreaches(
  rows: readonly MapRow[],
  ruleIds: readonly string[],
  titles: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ids = rows.map(({ id }) => id)
  const missing = ruleIds.filter((id) => !ids.includes(id))
  return [
    ...repeated(ids),
    ...rows.flatMap((row) => rowBreaches(row, titles)),
    ...missing.map((id) => `${id} of the rules has no row`),
  ]
}

function rowBreaches({ id, what, tests }: MapRow, titles: ReadonlyMap<string, readonly string[]>): string[] {
  if (id === '' || what === '') return [`a row lacks its id or its line: ${id}${what}`]
  if (tests.length === 0) return [`${id} has no test`]
  return tests.flatMap((test) => {
    const [, path = '', title = ''] = /^`([^`]+)` › (.+)$/u.exec(test) ?? []
    if (title === '') return [`${id} names no test: ${test}`]
    if (!titles.has(path)) return [`${id} names a file that is no test of the checkout: ${path}`]
    const holds = (titles.get(path) ?? NO_TITLES).some((each) => each.includes(title))
    return holds ? [] : [`${id}: no test of ${path} is called "${title}"`]
  })
}

/** An id of the catalogue of faults and abuses, or of a requirement of ASVS. */
const SECURITY_ID = /\b(?:[A-I]\d\d|V\d+\.\d+\.\d+)\b/gu
/** How the cell of a row begins that no test shows. */
const REASON = /^(?:Described|Not here|Later|Gap): \S/u

/**
 * What is wrong with the map of security, a sentence each: its rows are held to what those of
 * the specification are, a test that a row names has to carry its id, an id that a test carries has to have a row with tests, and a row without tests says why.
 */
export function securityBreaches(
  rows: readonly MapRow[],
  titles: ReadonlyMap<string, readonly string[]>,
): string[] {
  const shown = rows.filter(({ tests }) => tests.length !== 1 || !isReason(tests[0] ?? ''))
  const withoutId = shown.flatMap(({ id, tests }) =>
    tests.filter((test) => !idsIn(test).includes(id)).map((test) => `${id} stands not in its test: ${test}`),
  )
  const shownIds = new Set(shown.map(({ id }) => id))
  const carried = new Set([...titles.values()].flat().flatMap(idsIn))
  const unknown = [...carried].filter((id) => !shownIds.has(id))
  return [
    ...repeated(rows.map(({ id }) => id)),
    ...shown.flatMap((row) => rowBreaches(row, titles)),
    ...withoutId,
    ...unknown.map((id) => `${id} is carried by a test, but no row says so`),
  ]
}

/** The ids of the catalogue and of ASVS that a title carries. */
export function idsIn(title: string): string[] {
  return title.match(SECURITY_ID) ?? []
}

/** Whether the cell of a row says why no test shows it. */
export function isReason(cell: string): boolean {
  return REASON.test(cell)
}

const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} stands more than once`)
