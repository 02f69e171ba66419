import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseCheck } from '../database/database-check.ts'
import { readMigrations } from './migrations.ts'
import {
  listAppliedMigrations,
  listIdleParts,
  readCatalog,
  type IdlePart,
  type SchemaCatalog,
} from './schema-catalog.repository.ts'

/** What `npm run generate` writes down of a database that only the migrations have made. */
const CATALOG = join(import.meta.dirname, '../database/generated/schema.json')

/** Whether the schema is what the migrations of this release make, and whether all of it is in force. */
export const schemaCheck: DatabaseCheck = {
  name: 'schema',
  async find({ kysely }) {
    const ours = await readMigrations(import.meta.dirname)
    const applied = await listAppliedMigrations(kysely)
    const idle = (await listIdleParts(kysely)).map(tellIdle)
    // What a newer release makes, or takes away, only that one knows.
    if ((applied.at(-1)?.name ?? '') > (ours.at(-1)?.name ?? '')) return idle
    const known = JSON.parse(await readFile(CATALOG, 'utf8')) as SchemaCatalog
    return [...tellMigrations(ours, applied), ...tellMissing(known, await readCatalog(kysely)), ...idle]
  },
}

type Migration = { readonly name: string; readonly sha256: string }

function tellMigrations(known: readonly Migration[], applied: readonly Migration[]): string[] {
  const ours = new Map(known.map(({ name, sha256 }) => [name, sha256]))
  const theirs = new Set(applied.map(({ name }) => name))
  const strange = applied.filter(({ name, sha256 }) => ours.get(name) !== sha256)
  const missing = known.filter(({ name }) => !theirs.has(name))
  return [
    ...missing.map(
      ({ name }) => `Migration ${name} is not applied: \`npm run -s portal -- migrate\` applies it.`,
    ),
    ...strange.map(
      ({ name }) =>
        `Migration ${name} is not the one of this release: use the release that made this database.`,
    ),
  ]
}

const PARTS = { triggers: 'Trigger', constraints: 'Constraint', indexes: 'Index' } as const

function tellMissing(known: SchemaCatalog, found: SchemaCatalog): string[] {
  return (['triggers', 'constraints', 'indexes'] as const).flatMap((part) =>
    known[part]
      .filter((name) => !found[part].includes(name))
      .map((each) => {
        const [table, name] = each.split('.')
        return `${PARTS[part]} ${name} of ${table} is missing: make it again as server/src/engines/migrations says, then verify again.`
      }),
  )
}

function tellIdle({ what, table, name }: IdlePart): string {
  if (what === 'trigger') {
    return `Trigger ${name} of ${table} is disabled: ALTER TABLE ${table} ENABLE TRIGGER ${name}, then verify again for what it has missed.`
  }
  if (what === 'constraint') {
    return `Constraint ${name} of ${table} was never proved on all rows: ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}.`
  }
  return `Index ${name} of ${table} is invalid: REINDEX INDEX CONCURRENTLY ${name}.`
}
