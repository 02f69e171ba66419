import { idsIn, isReason } from './spec-map.ts'

type Titles = ReadonlyMap<string, readonly string[]>

/** A line of a table: its id, its prose, and the tests or the reason why there are none. */
const ROW = /^\| (\S+) (\| (?:\\\||[^|\n])*)\| ((?:\\\||[^|\n])*)\|$/gmu

/** A chapter on the page of the rules, or a rule with its sentences, which may span several lines. */
const CHAPTER_OR_RULE = /^## (?<chapter>.+)$|^- \*\*(?<id>R\d+\.\d+)\*\* (?<text>.+(?:\n {2}.+)*)$/gmu

/**
 * Fills the last column of every row of a map with the tests whose titles contain the id of the row. The prose stays
 * unchanged, and so does a reason for a missing test.
 */
export function withTests(markdown: string, titles: Titles): string {
  const byId = testsById(titles)
  return markdown.replaceAll(ROW, (row: string, id: string, prose: string, cell: string) => {
    const isIdOfMap = idsIn(id).includes(id)
    if (!isIdOfMap || isReason(cell)) return row
    return `| ${id} ${prose}| ${(byId.get(id) ?? []).join('<br>')} |`
  })
}

/**
 * A map of the product's own rules: a table for each chapter of their page, with the tests whose titles contain their
 * ids.
 * @param rules the page of the rules, where each is an item `- **R1.2** Sentence.`
 */
export function mapOfRules(rules: string, titles: Titles): string {
  const byId = testsById(titles)
  const lines = [...rules.matchAll(CHAPTER_OR_RULE)].flatMap(({ groups = {} }) => {
    const { chapter, id = '', text = '' } = groups
    if (chapter !== undefined)
      return ['', `### Rules ${chapter}`, '', '| id | rule | test |', '| --- | --- | --- |']
    const prose = text.replaceAll(/\s*\n\s*/gu, ' ').replaceAll('|', '\\|')
    return [`| ${id} | ${prose} | ${(byId.get(id) ?? []).join('<br>')} |`]
  })
  return `${lines.join('\n').trimStart()}\n`
}

function testsById(titles: Titles): ReadonlyMap<string, readonly string[]> {
  const byId = new Map<string, string[]>()
  for (const [path, all] of titles) {
    for (const title of all) {
      const test = `\`${path}\` › ${title.replaceAll('|', '\\|')}`
      for (const id of new Set(idsIn(title))) byId.set(id, [...(byId.get(id) ?? []), test])
    }
  }
  return byId
}
