import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { VARIABLES } from '@portal/server/src/engines/config/variables.ts'

const PAGE = resolve(import.meta.dirname, '../../docs/running.md')
const START =
  '<!-- Made from the settings by `npm run generate`; do not edit up to the end of the table. -->\n'
const END = '\n<!-- The end of the table. -->'

/** The page for who runs the portal, with the table of its settings made anew. @throws Error where the marks are gone. */
export function runningPage(): string {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest] = page.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error('docs/running.md has lost its marks.')
  return `${before}${START}\n${settingsTable()}${END}${after}`
}

function settingsTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { otherwise, documentedDefault, meaning }]) => {
    return `| \`${name}\` | ${documentedDefault ?? shown(otherwise)} | ${meaning} |`
  })
  return `${['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')}\n`
}

function shown(otherwise: string | number | boolean | readonly string[] | null): string {
  if (otherwise === null) return 'none'
  if (typeof otherwise === 'boolean') return otherwise ? '`on`' : '`off`'
  return typeof otherwise === 'string' ? `\`${otherwise}\`` : String(otherwise)
}
