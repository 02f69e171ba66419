import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { grantPortalRights } from '../database/owner.repository.ts'
import type { Baseline } from './baseline.ts'
import { buildIndex } from './build-index.ts'
import type { Migration } from './migrations.ts'
import type { OutsideStep } from './outside-steps.ts'
import type { Repeatable } from './repeatables.ts'
import type { SchemaChange } from './schema-change.ts'
import {
  allowForwardReferences,
  isMigrationApplied,
  makeSchemaTables,
  recordBaseline,
  recordMigration,
  recordRepeatable,
  runSql,
} from './schema.repository.ts'
import { readSqlFile } from './sql-file.ts'
import { inStep, runOutside, type StepPlace } from './step.ts'

/** Milliseconds between two portions of a fill, for the people who work meanwhile. */
const BETWEEN_PORTIONS_MS = 20
const PORTIONS_A_LINE = 100

/** Makes the tables in which it is noted what was applied. */
export async function prepareNotes(change: SchemaChange): Promise<void> {
  await inStep(
    placeOf(change, () => 'The list of migrations'),
    makeSchemaTables,
  )
}

/**
 * Makes the schema of the baseline in one transaction, and records the migrations that it replaces.
 * @throws StartError that names the file which fails.
 */
export async function makeBaseline(
  change: SchemaChange,
  { release, migrations }: Baseline,
  paths: readonly string[],
): Promise<void> {
  let name = ''
  const place = placeOf(change, () => `The schema of release ${release} (${name})`)
  await inStep(place, async (client) => {
    await allowForwardReferences(client)
    for (const path of paths) {
      const file = await readSqlFile(path)
      name = file.name
      await runSql(client, { sql: file.sql, marker: place.marker })
    }
    if (change.portalRole !== null) await grantPortalRights(client, change.portalRole)
    await recordBaseline(client, migrations)
  })
}

/**
 * Applies a migration and notes it. One that broke off in an earlier try goes on.
 * @throws StartError that names it.
 */
export async function applyMigration(change: SchemaChange, migration: Migration): Promise<void> {
  const place = placeOf(change, () => `Migration ${migration.name}`)
  for (const step of migration.steps ?? []) await applyOutside(place, step)
  await inStep(place, async (client) => {
    if (await isMigrationApplied(client, migration.name)) return
    if (migration.steps === null) await runSql(client, { sql: migration.sql, marker: place.marker })
    // Servers that run meanwhile write to new tables by triggers as soon as this is committed.
    if (change.portalRole !== null) await grantPortalRights(client, change.portalRole)
    await recordMigration(client, migration)
  })
}

/**
 * Applies repeatable SQL, all of it in one transaction: its functions call one another.
 * @throws StartError that names the file which fails.
 */
export async function applyRepeatables(change: SchemaChange, files: readonly Repeatable[]): Promise<void> {
  let name = ''
  const place = placeOf(change, () => `Repeatable SQL ${name}`)
  await inStep(place, async (client) => {
    for (const file of files) {
      name = file.name
      await runSql(client, { sql: file.sql, marker: place.marker })
      await recordRepeatable(client, file)
    }
  })
}

function placeOf(change: SchemaChange, subject: () => string): StepPlace {
  return { change, subject, marker: `/* portal schema ${randomUUID()} */` }
}

async function applyOutside(place: StepPlace, step: OutsideStep): Promise<void> {
  if (step.kind === 'repeat') await fill(place, step.sql)
  else if (step.kind === 'drop index') await runOutside(place, step.sql)
  else await buildIndex(place, step)
}

async function fill(place: StepPlace, sql: string): Promise<void> {
  let rows = 0
  for (let portions = 1; ; portions += 1) {
    const changed = await inStep(place, (client) => runSql(client, { sql, marker: place.marker }))
    if (changed === 0) return
    rows += changed
    if (portions % PORTIONS_A_LINE === 0) place.change.report(`${place.subject()}: ${rows} rows so far …`)
    await sleep(BETWEEN_PORTIONS_MS)
  }
}
