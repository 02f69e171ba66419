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
import {
  countOtherSessions,
  dropEverything,
  isMarked,
  MARK,
  mark,
  unmark,
} from './restore-mark.repository.ts'
import { counted } from '../warnings/counted.ts'

/** How often, and at what interval in milliseconds, to check whether others use the database. */
const LOOKS = 10
const LOOK_MS = 500

/** An empty portal. */
export type RestoreTarget = {
  readonly pool: Pool
  readonly storage: Storage
  /** The application name of its connections. */
  readonly connectionName: string
  /** Tables whose rows do not count: those that a new portal has, and those that no backup contains. */
  readonly neverEmpty: readonly string[]
  /** Tables whose rows no backup contains. */
  readonly leftOut: readonly string[]
  readonly schema: RestoredSchema
}

export type RestoredSchema = {
  /** @throws StartError for migrations that this release does not know. */
  refuseUnknown(migrations: Manifest['migrations']): Promise<void>
  /** Creates the schema of these migrations on an empty database. */
  makeAsOf(migrations: Manifest['migrations']): Promise<void>
  /** Applies the rest of this release's schema. */
  bringUpToDate(): Promise<void>
}

/** Why this portal cannot be restored into, in one line. */
export class NotEmpty extends Error {}

type Steps = {
  /** Runs before these tables get their rows, once the schema exists. */
  prepare(tables: Manifest['tables']): Promise<void>
  onProgress(text: string): void
}

/**
 * Whether this repeats an interrupted restore. Otherwise the portal is unused.
 * @throws NotEmpty if the portal is running or has been used.
 */
export async function refuseUsed(backup: OpenedBackup, target: RestoreTarget): Promise<boolean> {
  const { pool, storage, connectionName, neverEmpty } = target
  const others = await countSessionsThatStay(pool, connectionName)
  if (others > 0) {
    throw new NotEmpty(
      `This portal is in use: its database has ${counted(others, 'open connection')} of servers or commands. Stop them first.`,
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

/** PostgreSQL notices only after a moment that a process was killed. */
async function countSessionsThatStay(pool: Pool, connectionName: string): Promise<number> {
  for (let looks = 1; ; looks++) {
    const others = await countOtherSessions(pool, connectionName)
    if (others === 0 || looks === LOOKS) return others
    await sleep(LOOK_MS)
  }
}

/**
 * Turns an empty portal into the one in the backup. Until the caller removes the mark, the database does not count as a
 * portal, and the restore can start over.
 * @throws DamagedBackup, and what the schema throws.
 */
export async function restoreBackup(
  backup: OpenedBackup,
  target: RestoreTarget,
  { prepare, onProgress }: Steps,
): Promise<ObjectTotals> {
  const { pool, schema, leftOut } = target
  const { manifest, place } = backup
  await markFor(pool, () => refuseDamagedBackup(backup))
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

/** Marks the database before a long check, so that a kill during the check leaves no portal either. */
async function markFor(pool: Pool, check: () => Promise<void>): Promise<void> {
  const isAgain = await isMarked(pool)
  await mark(pool)
  try {
    await check()
  } catch (error) {
    // The check changes nothing, so the portal is as empty as before.
    if (!isAgain) await unmark(pool).catch(() => {})
    throw error
  }
}

async function refuseDamagedBackup(backup: OpenedBackup): Promise<void> {
  for (const each of [backup, ...backup.others]) await refuseIncomplete(each)
  await refuseOtherLists(backup)
}

/** Waits until both have ended before it returns or throws. */
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
