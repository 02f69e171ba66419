import { idsIn, isReason } from './spec-map.ts'

/** A line of a table: its id, its prose, and the tests or the reason why there are none. */
const ROW = /^\| (\S+) (\| (?:\\\||[^|\n])*)\| ((?:\\\||[^|\n])*)\|$/gmu

/**
 * Fills the last column of every row of a map with the tests whose titles carry the id of the row. The prose stays as it
 * is, and so does a reason for which no test shows a thing.
 */
export function withTests(markdown: string, titles: ReadonlyMap<string, readonly string[]>): string {
  const byId = testsById(titles)
  return markdown.replaceAll(ROW, (row: string, id: string, prose: string, cell: string) => {
    const isIdOfMap = idsIn(id).includes(id)
    if (!isIdOfMap || isReason(cell)) return row
    return `| ${id} ${prose}| ${(byId.get(id) ?? []).join('<br>')} |`
  })
}

function testsById(titles: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const byId = new Map<string, string[]>()
  for (const [path, all] of titles) {
    for (const title of all) {
      const test = `\`${path}\` › ${title.replaceAll('|', '\\|')}`
      for (const id of new Set(idsIn(title))) byId.set(id, [...(byId.get(id) ?? []), test])
    }
  }
  return byId
}
