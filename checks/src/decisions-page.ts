import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../docs/decisions')

const INTRODUCTION = `# Decisions

Each page says why the portal is as it is: context, decision, consequences. \`npm run generate\` writes this index.

| number | decision | date | status |
| --- | --- | --- | --- |
`

/** `# 0044 Title`, an empty line, `2026-11-24 · accepted · replaced by [0066](…)`. */
const HEAD = /^# (?<number>\d{4}) (?<title>.+)\n\n(?<date>\d{4}-\d{2}-\d{2}) · (?<status>.+)\n/u

/**
 * The index of the decisions: number, title, date and status of each.
 *
 * @throws {Error} Where a page does not begin with a title and a line of date and status.
 */
export function decisionsPage(): string {
  const names = readdirSync(FOLDER).filter((name) => /^\d{4}-/u.test(name))
  const lines = names.toSorted().map((name) => {
    const head = HEAD.exec(readFileSync(join(FOLDER, name), 'utf8'))?.groups
    if (!head) throw new Error(`docs/decisions/${name} needs "# 0000 Title" and "YYYY-MM-DD · status" first.`)
    return `| [${head['number']}](${name}) | ${head['title']} | ${head['date']} | ${head['status']} |`
  })
  return `${INTRODUCTION}${lines.join('\n')}\n`
}
