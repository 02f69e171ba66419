import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { grantPortalRights } from '../database/owner.repository.ts'
import type { Baseline } from './baseline.ts'
import type { Migration } from './migrations.ts'
import type { OutsideStep } from './outside-steps.ts'
import { type Repeatable, readSqlFile } from './repeatables.ts'
import type { SchemaChange } from './schema-change.ts'
import {
  allowForwardReferences,
  isMigrationApplied,
  makeSchemaTables,
  recordBaseline,
  recordMigration,
  recordRepeatable,
  runSql,
  beginStep,
  commitStep,
} from './schema.repository.ts'
import { listParts, stateOfIndex, waitForIndexWork } from './indexes.repository.ts'
import type { PoolClient } from 'pg'
import { withoutBound } from '../database/pool.ts'
import { retryOnLock } from './lock-retry.ts'

/** The schema change of a step, and the name of the step. */
type StepPlace = {
  readonly change: SchemaChange
  readonly subject: () => string
  readonly marker: string
}

type IndexStep = Extract<OutsideStep, { kind: 'create index' }>

/** Milliseconds between two portions of a fill, so that people can work meanwhile. */
const BETWEEN_PORTIONS_MS = 20

const PORTIONS_A_LINE = 100

/** Creates the tables that record what was applied. */
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
 * Applies a migration and records it. Resumes a migration that was interrupted.
 * @throws StartError that names it.
 */
export async function applyMigration(change: SchemaChange, migration: Migration): Promise<void> {
  const place = placeOf(change, () => `Migration ${migration.name}`)
  for (const step of migration.steps ?? []) await applyOutside(place, step)
  await inStep(place, async (client) => {
    if (await isMigrationApplied(client, migration.name)) return
    if (migration.steps === null) await runSql(client, { sql: migration.sql, marker: place.marker })
    // Running servers write to new tables by triggers as soon as this commits.
    if (change.portalRole !== null) await grantPortalRights(client, change.portalRole)
    await recordMigration(client, migration)
  })
}

/**
 * Applies repeatable SQL in one transaction, because its functions call one another.
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

/**
 * Builds an index concurrently with writes. PostgreSQL cannot do that for a partitioned table. So each partition gets
 * its index first; then the index of the table attaches them and builds nothing.
 */
async function buildIndex(place: StepPlace, step: IndexStep): Promise<void> {
  const { index, table } = step
  if ((await inStep(place, (client) => stateOfIndex(client, index))) === 'whole') return
  const parts = await inStep(place, (client) => listParts(client, table))
  if (parts.length === 0) return buildBeside(place, step)
  for (const part of parts) {
    const ofPart = { ...step, index: `${part}${index.slice(table.length)}`, table: part }
    await buildBeside(place, { ...ofPart, sql: sqlOf(ofPart, 'CONCURRENTLY ') })
  }
  await inStep(place, (client) => runSql(client, { sql: sqlOf(step, ''), marker: place.marker }))
}

async function buildBeside(place: StepPlace, step: IndexStep): Promise<void> {
  const { sql, index, table } = step
  const look = () => inStep(place, (client) => stateOfIndex(client, index))
  if ((await look()) === 'broken') {
    // A statement that outlived its process may still be building it.
    await inStep(place, (client) => waitForIndexWork(client, table))
    if ((await look()) === 'broken') await runOutside(place, `DROP INDEX CONCURRENTLY ${index}`)
  }
  if ((await look()) === 'missing') await runOutside(place, sql)
}

function sqlOf({ unique, index, table, rest }: IndexStep, how: string): string {
  return `CREATE ${unique}INDEX ${how}${index} ON ${table}${rest}`
}

/**
 * Runs `work` in one transaction. If it cannot get a lock in time, it rolls back and is retried.
 * @throws StartError naming `subject`.
 */
function inStep<T>(
  { change, subject, marker }: StepPlace,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const step = () =>
    withoutBound(change.pool, async (client) => {
      await beginStep(client, change.patience)
      const result = await work(client)
      await commitStep(client)
      return result
    })
  return retryOnLock(change, { subject, marker, work: step })
}

/** Outside a transaction the wait has no limit, but no one waits behind it either. */
function runOutside(place: StepPlace, sql: string): Promise<void> {
  const { change, subject, marker } = place
  const work = () => withoutBound(change.pool, (client) => runSql(client, { sql, marker }))
  return retryOnLock(change, { subject, marker, work }).then(() => undefined)
}
