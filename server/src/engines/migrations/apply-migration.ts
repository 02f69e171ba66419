import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { grantPortalRights } from '../database/owner.repository.ts'
import { withoutBound } from '../database/pool.ts'
import { stateOfIndex, waitForIndexWork } from './indexes.repository.ts'
import type { Migration } from './migrations.ts'
import type { OutsideStep } from './outside-steps.ts'
import { patiently } from './patience.ts'
import type { Repeatable } from './repeatables.ts'
import type { SchemaChange } from './schema-change.ts'
import {
  beginStep,
  commitStep,
  isMigrationApplied,
  makeSchemaTables,
  noteMigration,
  noteRepeatable,
  runSql,
} from './schema.repository.ts'

/** Milliseconds between two portions of a fill, for the people who work meanwhile. */
const BETWEEN_PORTIONS_MS = 20
const PORTIONS_A_LINE = 100

type Place = { readonly change: SchemaChange; readonly subject: () => string; readonly marker: string }

/**
 * Does `work` in one transaction that gives up a lock which others hold, and is then tried again.
 * @throws StartError naming `subject`.
 */
function inStep<T>({ change, subject, marker }: Place, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const step = () =>
    withoutBound(change.pool, async (client) => {
      await beginStep(client, change.patience)
      const result = await work(client)
      await commitStep(client)
      return result
    })
  return patiently(change, { subject, marker, work: step })
}

/** Makes the tables in which it is noted what was applied. */
export async function prepareNotes(change: SchemaChange): Promise<void> {
  await inStep(
    placeOf(change, () => 'The list of migrations'),
    makeSchemaTables,
  )
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
    await noteMigration(client, migration)
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
      await noteRepeatable(client, file)
    }
  })
}

function placeOf(change: SchemaChange, subject: () => string): Place {
  return { change, subject, marker: `/* portal schema ${randomUUID()} */` }
}

async function applyOutside(place: Place, step: OutsideStep): Promise<void> {
  if (step.kind === 'repeat') await fill(place, step.sql)
  else if (step.kind === 'drop index') await runOutside(place, step.sql)
  else await buildIndex(place, step)
}

/** Without a transaction there is no bound on its waiting, but nobody waits behind it either. */
function runOutside(place: Place, sql: string): Promise<void> {
  const { change, subject, marker } = place
  const work = () => withoutBound(change.pool, (client) => runSql(client, { sql, marker }))
  return patiently(change, { subject, marker, work }).then(() => undefined)
}

async function buildIndex(
  place: Place,
  { sql, index, table }: Extract<OutsideStep, { kind: 'create index' }>,
): Promise<void> {
  const look = () => inStep(place, (client) => stateOfIndex(client, index))
  if ((await look()) === 'broken') {
    // A statement that outlived its process may be building it yet.
    await inStep(place, (client) => waitForIndexWork(client, table))
    if ((await look()) === 'broken') await runOutside(place, `DROP INDEX CONCURRENTLY ${index}`)
  }
  if ((await look()) === 'missing') await runOutside(place, sql)
}

async function fill(place: Place, sql: string): Promise<void> {
  let rows = 0
  for (let portions = 1; ; portions += 1) {
    const changed = await inStep(place, (client) => runSql(client, { sql, marker: place.marker }))
    if (changed === 0) return
    rows += changed
    if (portions % PORTIONS_A_LINE === 0) place.change.report(`${place.subject()}: ${rows} rows so far …`)
    await sleep(BETWEEN_PORTIONS_MS)
  }
}
