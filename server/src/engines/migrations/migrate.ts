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
  /** What a new database is made of before the migrations; none where they make everything. */
  readonly baseline?: BaselineFiles
  /** The folder of the migrations, NNNN-what.sql: each is applied once and never changed. */
  readonly migrations: string
  /** Paths of the repeatable SQL, in the order in which one may use another; each is applied again when it has changed. */
  readonly repeatables: readonly string[]
  /** The file that notes how often each has changed; none where that does not matter. */
  readonly notes?: string
  /** Names of the migrations to apply, for a schema of the past; all where it is not there. */
  readonly only?: ReadonlySet<string>
}

/**
 * How a database differs from what these files make of it; changes nothing.
 * @throws StartError when it was made from other migrations than these, is damaged, or needs an older release first or a
 * newer one.
 */
export async function lookAtSchema(pool: Pool, files: SchemaFiles): Promise<SchemaDifference> {
  return differenceOf(await readRelease(files), pool)
}

/**
 * Brings the schema up to date: first the migrations in the order of their numbers, each for itself, then the repeatable
 * SQL in one transaction. What was applied stays applied, and a start after one that broke off goes on from there. Servers
 * that start at once wait for each other. People go on working meanwhile: a lock that others hold is given up after
 * seconds and asked for again. Repeatable SQL says CREATE OR REPLACE and is known by its file name, so that it may move
 * with its room; what a newer release has put there is left as it is.
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
      // A new database is quick, and there is nothing that anybody waits for.
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

/** @throws StartError for a file that is not understood. */
export async function readRelease(files: SchemaFiles): Promise<ReleaseSchema> {
  const { baseline, migrations, repeatables, notes, only } = files
  const noted = notes === undefined ? { files: {}, functions: [] } : await readNotes(notes)
  return {
    baseline: baseline ? await readBaseline(baseline.notes) : null,
    migrations: (await readMigrations(migrations)).filter(({ name }) => !only || only.has(name)),
    repeatables: await readRepeatables(repeatables, noted),
  }
}
