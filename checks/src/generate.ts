import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { callsPage } from './calls-page.ts'
import { decisionsPage } from './decisions-page.ts'
import { licensesPage } from './licenses-page.ts'
import { openApi } from './openapi.ts'
import { NOTES_PATH, repeatableNotes } from './repeatable-notes.ts'
import { rowTypes } from './row-types.ts'
import { schemaCatalog } from './schema-catalog.ts'
import { runningPage } from './settings-section.ts'
import { mapOfRules, withTests } from './test-columns.ts'
import { allTitles } from './test-titles.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const RULES_HEADING = '## The rules\n\n'

/**
 * The files generated from the contract, the decisions, the lock, the settings, the migrations and the titles of tests,
 * by their path in the checkout.
 */
const DOCUMENTS: Record<string, () => string | Promise<string>> = {
  'docs/openapi.json': () => `${JSON.stringify(openApi(), null, 2)}\n`,
  'docs/calls.md': callsPage,
  'docs/decisions/README.md': decisionsPage,
  'docs/licenses.md': licensesPage,
  'docs/running.md': runningPage,
  'docs/security.md': () => withTests(current(resolve(ROOT, 'docs/security.md')), allTitles(ROOT)),
  'docs/spec-map.md': specMap,
  [NOTES_PATH]: repeatableNotes,
  'server/src/engines/database/generated/db.d.ts': rowTypes,
  'server/src/engines/database/generated/schema.json': schemaCatalog,
}

/** The lines of the specification are written by hand; the rules come from their own page. */
function specMap(): string {
  const titles = allTitles(ROOT)
  const [specification = ''] = current(resolve(ROOT, 'docs/spec-map.md')).split(RULES_HEADING)
  const rules = mapOfRules(current(resolve(ROOT, 'docs/rules.md')), titles)
  return `${withTests(specification, titles)}${RULES_HEADING}${rules}`
}

function current(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const isCheck = process.argv.includes('--check')
for (const [name, make] of Object.entries(DOCUMENTS)) {
  const path = resolve(ROOT, name)
  const text = await make()
  if (current(path) === text) continue
  if (isCheck) {
    console.error(`${name} is stale. Run npm run generate.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, text)
    console.log(`${name} was written.`)
  }
}
