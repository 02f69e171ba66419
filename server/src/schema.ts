import { join } from 'node:path'
import type { Pool } from 'pg'
import { BASELINE_SQL } from './baseline.ts'
import type { RestoredSchema } from './engines/backup/restore-backup.ts'
import { StartError } from './engines/config/start-error.ts'
import type { Database } from './engines/database/open-database.ts'
import type { Baseline } from './engines/migrations/baseline.ts'
import { isNone, lookAtSchema, migrate, readRelease, type SchemaFiles } from './engines/migrations/migrate.ts'
import type { SchemaUpdate } from './engines/migrations/schema-change.ts'
import { knownOf, type SchemaDifference } from './engines/migrations/schema-difference.ts'

const SOURCE = import.meta.dirname
const MIGRATIONS = join(SOURCE, 'engines/migrations')

/** Functions and views, each in the folder of its owner. Each may use those above it. */
export const REPEATABLES = [
  'engines/jobs/claim-job.functions.sql',
  'engines/throttle/count-attempt.functions.sql',
  'records/audit/append-only.functions.sql',
  'records/audit/audit-chain.functions.sql',
  'records/audit/audit-months.functions.sql',
  'records/audit/portal-rights.functions.sql',
  'records/receipts/receipts.functions.sql',
  'records/parties/search-text.functions.sql',
  'records/parties/organization-versions.functions.sql',
  'records/parties/owner-values/mark-owner-rolls.functions.sql',
  'records/parties/owner-values/forget-import.functions.sql',
  'records/accounts/accounts.functions.sql',
  'records/counties/counties.functions.sql',
  'records/documents/document-defaults.functions.sql',
  'records/documents/owners/named-owner.functions.sql',
  'records/stored-files/bytes/stored-objects.functions.sql',
  'records/stored-files/bytes/note-upload.functions.sql',
  'records/documents/document-counts.functions.sql',
  'records/documents/counts/split-cells.functions.sql',
  'records/documents/counts/kept-totals.functions.sql',
  'records/documents/pages/document-page.functions.sql',
  'records/documents/pages/counties-page.functions.sql',
  'records/documents/pages/page-beside.functions.sql',
  'records/search-index/search-index.functions.sql',
  'records/deliveries/open-drop-files.functions.sql',
].map((path) => join(SOURCE, path))

/** All SQL of this release. */
export const SCHEMA_FILES: SchemaFiles = {
  baseline: { notes: join(MIGRATIONS, 'baseline.json'), sql: BASELINE_SQL },
  migrations: MIGRATIONS,
  repeatables: REPEATABLES,
  notes: join(SOURCE, 'repeatable-sql.json'),
}

/**
 * Updates the portal's schema and returns the names of the files that it applied. The pool is of the role
 * that owns the tables, with room for three connections. `report` gets a line for each step that takes time.
 * @throws StartError with one clear line.
 */
export function updateSchema(pool: Pool, change: SchemaUpdate = {}): Promise<string[]> {
  return migrate(pool, SCHEMA_FILES, change)
}

/**
 * What `updateSchema` would apply; changes nothing.
 * @throws StartError when this release cannot work with the database at all.
 */
export function planSchema(pool: Pool): Promise<SchemaDifference> {
  return lookAtSchema(pool, SCHEMA_FILES)
}

/**
 * Changes nothing. Returns what the database has from a newer release.
 * @throws StartError when the schema is not one that this release works with.
 */
export async function requireSchema(pool: Pool): Promise<Pick<SchemaDifference, 'unknown'>> {
  const difference = await planSchema(pool)
  if (isNone(difference)) return difference
  const what = difference.isEmpty
    ? 'The database holds no portal yet.'
    : 'The database is of an older release.'
  throw new StartError(`${what} Start the portal, or run \`npm run -s portal -- migrate\`.`)
}

/**
 * As `requireSchema`, but makes the schema of a database that is empty.
 * @throws StartError when the schema is not one that this release works with.
 */
export async function makeOrRequireSchema({ pool, asOwner }: Database): Promise<void> {
  const { isEmpty } = await planSchema(pool)
  await (isEmpty ? asOwner(updateSchema) : requireSchema(pool))
}

/** The schema of a portal that is restored: first as it was when it was backed up, then as it is now. */
export function restoredSchema(pool: Pool): RestoredSchema {
  return {
    async refuseUnknown(migrations) {
      const release = await readRelease(SCHEMA_FILES)
      const known = knownOf(release)
      const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
      if (unknown) {
        throw new StartError(
          `The backup is of another release: this one does not know its migration ${unknown.name}. Restore it with that release or a newer one.`,
        )
      }
      refuseBeforeBaseline(migrations, release.baseline)
    },
    async makeAsOf(migrations) {
      const only = new Set(migrations.map(({ name }) => name))
      const isOfToday = knownOf(await readRelease(SCHEMA_FILES))
        .keys()
        .every((name) => only.has(name))
      // Current functions may refer to objects that a past schema does not have.
      await migrate(pool, isOfToday ? SCHEMA_FILES : { ...SCHEMA_FILES, repeatables: [], only })
    },
    bringUpToDate: () => updateSchema(pool).then(() => undefined),
  }
}

/** @throws StartError when the backup is older than the schema that a new database gets first. */
function refuseBeforeBaseline(migrations: readonly { name: string }[], baseline: Baseline | null): void {
  const theirs = new Set(migrations.map(({ name }) => name))
  if (baseline === null || Object.keys(baseline.migrations).every((name) => theirs.has(name))) return
  throw new StartError(
    `The backup is of a release before ${baseline.release}, the oldest whose backups this one restores. Restore it with release ${baseline.release}, then start this one on the restored portal.`,
  )
}
