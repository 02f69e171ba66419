import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseCheck } from '../database/database-check.ts'
import { readBaseline } from './baseline.ts'
import { describeDifferences } from './catalog-difference.ts'
import { readMigrations } from './migrations.ts'
import {
  listAppliedMigrations,
  listIdleParts,
  readCatalog,
  type IdlePart,
  type SchemaCatalog,
} from './schema-catalog.repository.ts'

/** `npm run generate` writes the catalog of a new portal. */
const CATALOG = join(import.meta.dirname, '../database/generated/schema.json')
const BASELINE = join(import.meta.dirname, 'baseline.json')

/** Checks that the schema matches this release's migrations, and that every part is in force. */
export const schemaCheck: DatabaseCheck = {
  name: 'schema',
  async find({ kysely }) {
    const ours = await readKnown()
    const applied = await listAppliedMigrations(kysely)
    const idle = (await listIdleParts(kysely)).map(tellIdle)
    // Only a newer release knows what its migrations add or remove.
    if ((applied.at(-1)?.name ?? '') > (ours.at(-1)?.name ?? '')) return idle
    const known = JSON.parse(await readFile(CATALOG, 'utf8')) as SchemaCatalog
    return [...tellMigrations(ours, applied), ...tellMissing(known, await readCatalog(kysely)), ...idle]
  },
}

/** Every migration of this release, including those that the baseline replaces. */
async function readKnown(): Promise<Migration[]> {
  const { migrations } = await readBaseline(BASELINE)
  const ofBaseline = Object.entries(migrations).map(([name, sha256]) => ({ name, sha256 }))
  return [...ofBaseline, ...(await readMigrations(import.meta.dirname))]
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

function tellMissing(known: SchemaCatalog, found: SchemaCatalog): string[] {
  return describeDifferences(known, found).map(
    (part) => `${part} Make it as that file and the later migrations say, then verify again.`,
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
