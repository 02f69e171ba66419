import type { Pool } from 'pg'
import { applyMigration, applyRepeatables, makeBaseline, prepareNotes } from './apply-migration.ts'
import { readBaseline, refuseDamaged, type BaselineFiles } from './baseline.ts'
import { holdingSchema } from './hold-schema.ts'
import { readMigrations } from './migrations.ts'
import { readNotes, readRepeatables } from './repeatables.ts'
import { DEFAULT_LOCK_RETRY, type SchemaChange } from './schema-change.ts'
import { compareSchema, type ReleaseSchema, type SchemaDifference } from './schema-difference.ts'
import { readAppliedSchema } from './schema.repository.ts'

export type SchemaFiles = {
  /** The schema of a new database before the migrations; not set if they make everything. */
  readonly baseline?: BaselineFiles
  /** The folder of the migrations, NNNN-what.sql: each is applied once and never changed. */
  readonly migrations: string
  /**
   * Paths of the repeatable SQL, in the order in which one may use another; each is applied again when it has changed.
   */
  readonly repeatables: readonly string[]
  /** The file that records the revision of each; not set if that does not matter. */
  readonly notes?: string
  /** Names of the migrations to apply, for a schema of the past; all if not set. */
  readonly only?: ReadonlySet<string>
}

/**
 * How a database differs from what these files make of it; changes nothing.
 * @throws StartError when it was made from other migrations than these, is damaged, or needs an older release first or
 * a newer one.
 */
export async function lookAtSchema(pool: Pool, files: SchemaFiles): Promise<SchemaDifference> {
  return differenceOf(await readRelease(files), pool)
}

/**
 * Updates the schema: first the migrations in the order of their numbers, each on its own, then the repeatable SQL in
 * one transaction. Applied files stay applied, and the next start resumes an interrupted update. Servers that start at
 * the same time wait for each other. People can work meanwhile: a wait for a lock times out after seconds and is
 * retried. Repeatable SQL uses CREATE OR REPLACE and is identified by its file name, so that it may move with its room.
 * Versions of a newer release stay.
 * Returns the names of the files that were applied now.
 * @throws StartError naming the file that fails, or when the database was made from other migrations than these.
 */
export async function migrate(
  pool: Pool,
  files: SchemaFiles,
  {
    report = () => {},
    patience = DEFAULT_LOCK_RETRY,
    portalRole = null,
  }: Partial<Omit<SchemaChange, 'pool'>> = {},
): Promise<string[]> {
  const release = await readRelease(files)
  const difference = () => differenceOf(release, pool)
  if (isNone(await difference())) return []
  const change = { pool, patience, portalRole, report }
  return holdingSchema(change, async (hold) => {
    const { baseline, pending, changed, isEmpty } = await difference()
    if (baseline !== null || pending.length + changed.length > 0) await prepareNotes(change)
    if (baseline !== null) await makeBaseline(change, baseline, files.baseline?.sql ?? [])
    for (const [index, migration] of pending.entries()) {
      hold.refuseIfLost()
      // A new database is quick, so progress reports are unnecessary.
      if (!isEmpty)
        report(`Bringing the database up to date: ${migration.name} (${index + 1} of ${pending.length}) …`)
      await applyMigration(change, migration)
    }
    hold.refuseIfLost()
    if (changed.length > 0) await applyRepeatables(change, changed)
    const made = baseline === null ? [] : [`the schema of release ${baseline.release}`]
    return [...made, ...[...pending, ...changed].map(({ name }) => name)]
  })
}

export function isNone({ baseline, pending, changed }: SchemaDifference): boolean {
  return baseline === null && pending.length + changed.length === 0
}

/** A database that the release of the baseline made is compared once, before its first later migration. */
async function differenceOf(release: ReleaseSchema, pool: Pool): Promise<SchemaDifference> {
  const difference = compareSchema(release, await readAppliedSchema(pool))
  const { isEmpty, pending } = difference
  if (release.baseline !== null && !isEmpty && pending[0]?.name === release.baseline.adoption) {
    await refuseDamaged(pool, release.baseline)
  }
  return difference
}

/** @throws StartError for a file that cannot be parsed. */
export async function readRelease(files: SchemaFiles): Promise<ReleaseSchema> {
  const { baseline, migrations, repeatables, notes, only } = files
  const noted = notes === undefined ? { files: {}, functions: [] } : await readNotes(notes)
  return {
    baseline: baseline ? await readBaseline(baseline.notes) : null,
    migrations: (await readMigrations(migrations)).filter(({ name }) => !only || only.has(name)),
    repeatables: await readRepeatables(repeatables, noted),
  }
}
