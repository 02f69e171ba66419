import type { Pool } from 'pg'
import { applyMigration, applyRepeatables, prepareNotes } from './apply-migration.ts'
import { holdingSchema } from './hold-schema.ts'
import { readMigrations } from './migrations.ts'
import { readNotes, readRepeatables } from './repeatables.ts'
import { DEFAULT_LOCK_RETRY, type SchemaChange } from './schema-change.ts'
import { compareSchema, type ReleaseSchema, type SchemaDifference } from './schema-difference.ts'
import { readAppliedSchema } from './schema.repository.ts'

export type SchemaFiles = {
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
 * @throws StartError when it was made from other migrations than these, or needs a newer release.
 */
export async function lookAtSchema(pool: Pool, files: SchemaFiles): Promise<SchemaDifference> {
  return compareSchema(await readRelease(files), await readAppliedSchema(pool))
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
  const difference = async () => compareSchema(release, await readAppliedSchema(pool))
  if (isNone(await difference())) return []
  const change = { pool, patience, portalRole, report }
  return holdingSchema(change, async (hold) => {
    const { pending, changed, isEmpty } = await difference()
    if (pending.length + changed.length > 0) await prepareNotes(change)
    for (const [index, migration] of pending.entries()) {
      hold.refuseIfLost()
      // A new database is quick, and there is nothing that anybody waits for.
      if (!isEmpty)
        report(`Bringing the database up to date: ${migration.name} (${index + 1} of ${pending.length}) …`)
      await applyMigration(change, migration)
    }
    hold.refuseIfLost()
    if (changed.length > 0) await applyRepeatables(change, changed)
    return [...pending, ...changed].map(({ name }) => name)
  })
}

export function isNone({ pending, changed }: SchemaDifference): boolean {
  return pending.length + changed.length === 0
}

async function readRelease({ migrations, repeatables, notes, only }: SchemaFiles): Promise<ReleaseSchema> {
  const noted = notes === undefined ? { files: {}, functions: [] } : await readNotes(notes)
  return {
    migrations: (await readMigrations(migrations)).filter(({ name }) => !only || only.has(name)),
    repeatables: await readRepeatables(repeatables, noted),
  }
}
