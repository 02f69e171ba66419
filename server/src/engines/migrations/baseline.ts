import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import { describeDifferences, describeChangedDefinitions, tablesOf } from './catalog-difference.ts'
import {
  readCatalogOf,
  readDefinitionsOf,
  type SchemaCatalog,
  type SchemaDefinitions,
} from './schema-catalog.repository.ts'

/** The schema of a past release. It replaces the migrations up to that release. */
export type Baseline = {
  /** The number of that release. */
  readonly release: string
  /** The migration that records that this release works with the database. */
  readonly adoption: string
  /** SHA-256 of the migrations that the baseline replaces, by name. */
  readonly migrations: Readonly<Record<string, string>>
  /** The columns, triggers, constraints and indexes of that release. */
  readonly catalog: SchemaCatalog
  /** What its triggers, constraints and indexes are. */
  readonly definitions: SchemaDefinitions
}

export type BaselineFiles = {
  /** Path of the file with a `Baseline`. */
  readonly notes: string
  /** Paths of the SQL that creates its schema, in order. */
  readonly sql: readonly string[]
}

/** Reads the baseline of a checkout. */
export async function readBaseline(path: string): Promise<Baseline> {
  return JSON.parse(await readFile(path, 'utf8')) as Baseline
}

/**
 * Checks a database that the baseline's release created. Changes nothing.
 * @throws StartError with a line for each part that it lacks or that differs, so that no later migration runs on it.
 */
export async function refuseDamaged(pool: Pool, { release, catalog, definitions }: Baseline): Promise<void> {
  const parts = [
    ...describeDifferences(catalog, await readCatalogOf(pool)),
    ...describeChangedDefinitions(definitions, await readDefinitionsOf(pool)),
  ]
  if (parts.length === 0) return
  throw new StartError(
    [
      `The database is not as release ${release} makes it. Change what follows, or restore a backup. Then start this release again.`,
      ...parts,
    ].join('\n'),
  )
}

/**
 * Checks a database without a record of migrations. Changes nothing.
 * @throws StartError when it has tables of the portal.
 */
export async function refuseUnrecorded(pool: Pool, { release, catalog }: Baseline): Promise<void> {
  const ours = tablesOf(catalog)
  const [first, ...others] = tablesOf(await readCatalogOf(pool)).intersection(ours)
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` and ${others.length} more tables`
  throw new StartError(
    `The database has the table ${first}${more} of a portal, but schema_migration has no migration of release ${release}. ` +
      'Nothing was changed. Restore the last backup into a new database: npm run -s portal -- restore DIR',
  )
}
