import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { VARIABLES } from '@portal/server/src/engines/config/settings.ts'
import type { Variables } from '@portal/server/src/engines/config/variable.ts'

const PAGE = resolve(import.meta.dirname, '../../docs/running.md')
const START =
  '<!-- Made from the settings by `npm run generate`; do not edit up to the end of the table. -->\n'
const END = '\n<!-- The end of the table. -->'

/** The operations page with a regenerated table of settings. @throws Error if the marks are missing. */
export function runningPage(): string {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest] = page.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error('docs/running.md has lost its marks.')
  return `${before}${START}\n${settingsTable()}${END}${after}`
}

function settingsTable(): string {
  const rows = Object.entries<Variables[string]>(VARIABLES).map(
    ([name, { default: value, defaultDoc, doc }]) => {
      return `| \`${name}\` | ${defaultDoc ?? shown(value)} | ${doc} |`
    },
  )
  return `${['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')}\n`
}

function shown(value: Variables[string]['default']): string {
  if (value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? '`on`' : '`off`'
  return typeof value === 'string' ? `\`${value}\`` : String(value)
}
