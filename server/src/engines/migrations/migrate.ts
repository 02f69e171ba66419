import type { Pool } from 'pg'
import { applyMigration, applyRepeatables, makeBaseline, prepareNotes } from './apply-migration.ts'
import { readBaseline, refuseDamaged, refuseUnrecorded, type BaselineFiles } from './baseline.ts'
import { holdingSchema } from './hold-schema.ts'
import { readMigrations } from './migrations.ts'
import { readNotes, readRepeatables } from './repeatables.ts'
import { DEFAULT_LOCK_RETRY, type SchemaChange } from './schema-change.ts'
import { compareSchema, type ReleaseSchema, type SchemaDifference } from './schema-difference.ts'
import { readAppliedSchema } from './schema.repository.ts'

export type SchemaFiles = {
  /** The schema of a new database before the migrations. Undefined if the migrations create everything. */
  readonly baseline?: BaselineFiles
  /** The folder of the migrations, NNNN-what.sql. Each is applied once and never changed. */
  readonly migrations: string
  /** Paths of the repeatable SQL, each after the files it depends on. Changed files are applied again. */
  readonly repeatables: readonly string[]
  /** The file with the revision of each repeatable. Undefined if revisions do not matter. */
  readonly notes?: string
  /** Names of the migrations to apply, for a schema of the past. Undefined means all. */
  readonly only?: ReadonlySet<string>
}

/**
 * Compares a database with the result of these files. Changes nothing.
 * @throws StartError if the database was created from other migrations, is damaged, needs an older release first, or
 * needs a newer one.
 */
export async function lookAtSchema(pool: Pool, files: SchemaFiles): Promise<SchemaDifference> {
  return differenceOf(await readRelease(files), pool)
}

/**
 * Updates the schema: first the migrations by number, each on its own, then the repeatable SQL in one transaction.
 * Applied files stay applied, and the next start resumes an interrupted update. Servers that start at the same time
 * wait for each other. People can work meanwhile: a wait for a lock times out after seconds and is retried. Repeatable
 * SQL uses CREATE OR REPLACE and is identified by its file name, so that it may move with its room. Versions of a newer
 * release stay.
 * @returns the names of the files that it applied.
 * @throws StartError that names the failing file, or if the database was created from other migrations.
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

/** Checks a database that the baseline's release created once, before its first later migration. */
async function differenceOf(release: ReleaseSchema, pool: Pool): Promise<SchemaDifference> {
  const difference = compareSchema(release, await readAppliedSchema(pool))
  const { isEmpty, pending } = difference
  if (release.baseline !== null && isEmpty) await refuseUnrecorded(pool, release.baseline)
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
