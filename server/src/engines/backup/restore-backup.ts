import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Storage } from '../storage/storage.ts'
import { findFilledTables, readTables } from './catalog.repository.ts'
import { refuseIncomplete, refuseOtherLists, refuseOtherTotals } from './check-backup.ts'
import { inLongTransaction } from './copy.repository.ts'
import { loadTables } from './load-tables.repository.ts'
import type { Manifest } from './manifest.ts'
import { readObjects, type OpenedBackup } from './object-list.ts'
import { takeObjects, type ObjectTotals } from './read-objects.ts'
import { countOtherSessions, dropEverything, isMarked, MARK, mark } from './restore-mark.repository.ts'

/** How often, and after how many milliseconds, it is looked again whether others use the database. */
const LOOKS = 10
const LOOK_MS = 500

/** An empty portal. */
export type RestoreTarget = {
  readonly pool: Pool
  readonly storage: Storage
  /** What its connections are called. */
  readonly connectionName: string
  /** Tables whose rows count for nothing: those that a new portal has, and those that no backup holds. */
  readonly neverEmpty: readonly string[]
  /** Tables whose rows no backup has. */
  readonly leftOut: readonly string[]
  readonly schema: RestoredSchema
}

export type RestoredSchema = {
  /** @throws StartError for migrations that this release does not know. */
  refuseUnknown(migrations: Manifest['migrations']): Promise<void>
  /** Makes the schema that these migrations make, on an empty database. */
  makeAsOf(migrations: Manifest['migrations']): Promise<void>
  /** The rest of this release's schema. */
  bringUpToDate(): Promise<void>
}

/** Why this portal cannot be restored into, in one line. */
export class NotEmpty extends Error {}

type Steps = {
  /** Comes before the rows of these tables, when the schema is there. */
  prepare(tables: Manifest['tables']): Promise<void>
  onProgress(text: string): void
}

/**
 * Whether a restore that broke off is to be done again. Otherwise the portal is one that nobody has used.
 * @throws NotEmpty when it runs, or when somebody has used it.
 */
export async function refuseUsed(backup: OpenedBackup, target: RestoreTarget): Promise<boolean> {
  const { pool, storage, connectionName, neverEmpty } = target
  const others = await countSessionsThatStay(pool, connectionName)
  if (others > 0) {
    throw new NotEmpty(
      `This portal is in use: ${others} connection(s) of servers or commands are open on its database. Stop them first.`,
    )
  }
  const isAgain = await isMarked(pool)
  if (!isAgain) {
    const tables = (await readTables(pool)).map(({ name }) => name)
    const [filled] = await findFilledTables(
      pool,
      tables.filter((name) => !neverEmpty.includes(name)),
    )
    if (filled !== undefined) {
      throw new NotEmpty(
        `This portal is not empty: its table ${filled} has rows. Restore into a new DATA_DIR or database.`,
      )
    }
  }
  const own = isAgain ? await keysOf(backup) : new Set<string>()
  for await (const { key } of storage.list()) {
    if (own.has(key)) continue
    throw new NotEmpty(
      'This portal is not empty: its store has documents that this restore did not put there. Restore into a new DATA_DIR.',
    )
  }
  return isAgain
}

/** PostgreSQL notices after a moment only that a process was killed. */
async function countSessionsThatStay(pool: Pool, connectionName: string): Promise<number> {
  for (let looks = 1; ; looks++) {
    const others = await countOtherSessions(pool, connectionName)
    if (others === 0 || looks === LOOKS) return others
    await sleep(LOOK_MS)
  }
}

/**
 * Makes an empty portal what the backup says. Until the caller takes the mark off the database nobody takes it for a
 * portal, and this may be done again from its start.
 * @throws DamagedBackup, and what the schema throws.
 */
export async function restoreBackup(
  backup: OpenedBackup,
  target: RestoreTarget,
  { prepare, onProgress }: Steps,
): Promise<ObjectTotals> {
  const { pool, schema, leftOut } = target
  const { manifest, place } = backup
  for (const each of [backup, ...backup.others]) await refuseIncomplete(each)
  await refuseOtherLists(backup)
  await mark(pool)
  await inLongTransaction(pool, dropEverything)
  await schema.makeAsOf(manifest.migrations)
  await prepare(manifest.tables)
  const failing = new AbortController()
  const abortOn = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      failing.abort(error)
      throw error
    })
  const load = inLongTransaction(pool, (client) =>
    loadTables(client, { place, manifest, leftOut: [...leftOut, MARK] }, () =>
      failing.signal.throwIfAborted(),
    ),
  )
  const keep = keepObjects(backup, target.storage, { signal: failing.signal, onProgress })
  const [, totals] = await allOrFirstFailure(abortOn(load), abortOn(keep))
  await schema.bringUpToDate()
  return totals
}

/** Both are over before it answers or throws. */
async function allOrFirstFailure<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

async function keepObjects(
  backup: OpenedBackup,
  storage: Storage,
  { signal, onProgress }: { signal: AbortSignal; onProgress(text: string): void },
): Promise<ObjectTotals> {
  const totals = await storage.fill(backup.manifest.objects.bytes, (put) =>
    takeObjects(backup, ({ key }, bytes) => put(key, bytes), {
      signal,
      onProgress: ({ objects, bytes }) => onProgress(`${objects} objects, ${Math.round(bytes / 1e6)} MB`),
    }),
  )
  refuseOtherTotals(backup, totals)
  return totals
}

async function keysOf(backup: OpenedBackup): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of readObjects(backup)) keys.add(key)
  return keys
}
