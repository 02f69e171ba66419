import { areRemovalsHeld } from '../../../engines/backup/backup-runs.repository.ts'
import type { StoredObject } from '../../../engines/storage/storage.ts'
import type { StoredFilesWorld } from '../context.ts'
import { quarantineUsageWarnings, quarantineWarnings, sweepWarnings } from './bytes.warnings.ts'
import { readQuarantineUsage } from './quarantine.repository.ts'
import { removeAll } from './remove-all.ts'
import {
  claimDue,
  countDue,
  deleteQuarantinedExcept,
  deleteRemoved,
  deleteStaged,
  markQuarantined,
  recordQuarantined,
  statesOf,
  type Due,
} from './stored-objects.repository.ts'
import { sweepBlocker } from './sweeping-time.ts'

export type SweptWorld = Pick<
  StoredFilesWorld,
  'storage' | 'clock' | 'skew' | 'database' | 'log' | 'settings' | 'warnings'
>

/** Uploads must make progress, so none runs for a day. */
const BROKEN_UPLOADS: Due = { state: 'staged', hours: 24 }
const HOURS_OF_A_DAY = 24

/** Keys that one server claims at a time, so that other servers get a share and stopping is quick. */
const KEYS_AT_ONCE = 500

/** Objects of permanently deleted documents whose retention time from the settings is over. */
export function removalsDue({ settings }: Pick<StoredFilesWorld, 'settings'>): Due {
  return { state: 'removing', hours: settings.keepDeletedDays * HOURS_OF_A_DAY }
}

/**
 * Removes the bytes of permanently deleted documents after the retention time from the settings. Failures are retried
 * forever. Several servers may run it at the same time.
 * @returns how many objects this server removed.
 */
export async function removeDeletedBytes(world: SweptWorld): Promise<number> {
  const db = world.database.kysely
  const usage = await readQuarantineUsage(db)
  world.warnings.report(quarantineWarnings, () => quarantineUsageWarnings(usage, world.settings))
  const due = removalsDue(world)
  if ((await countDue(db, due)) === 0 || !(await clocksAgree(world))) return 0
  // A running backup still copies the objects that existed when it began.
  if (await areRemovalsHeld(db)) return 0
  const claimed = await claimDue(db, due, KEYS_AT_ONCE)
  // A backup that starts from here on no longer sees these documents; one that started meanwhile may.
  if (await areRemovalsHeld(db)) return 0
  const removed = await removeAll(world, claimed, (key) => world.storage.remove(key))
  await deleteRemoved(db, removed)
  return removed.length
}

/**
 * Cleans up after uploads that broke off at least a day ago. Discards staged bytes. Moves stored bytes without a
 * document to quarantine, because a database that does not know them may be the wrong one.
 */
export async function sweepLeftovers(world: SweptWorld): Promise<void> {
  await settleQuarantine(world)
  if (!(await clocksAgree(world))) return
  await clearBrokenUploads(world, BROKEN_UPLOADS)
  const youngest = (await world.storage.now()).getTime() - BROKEN_UPLOADS.hours * 3_600_000
  await discardStaged(world, ({ changedAt }) => changedAt.getTime() < youngest)
}

/**
 * Does the same for all uploads, of any age. Only for a server that is certainly alone on this database and store and
 * accepts no uploads yet: any staged bytes then belong to an upload that broke off.
 */
export async function sweepBrokenUploads(world: SweptWorld): Promise<void> {
  await clearBrokenUploads(world, { ...BROKEN_UPLOADS, hours: 0 })
  await discardStaged(world, () => true)
}

async function clocksAgree(world: SweptWorld): Promise<boolean> {
  const { log, warnings } = world
  const reason = await sweepBlocker(world)
  if (reason !== null && !warnings.has(sweepWarnings, 'sweep-blocked')) log.error({}, reason)
  warnings.report(sweepWarnings, () => (reason === null ? [] : [{ code: 'sweep-blocked', text: reason }]))
  return reason === null
}

async function clearBrokenUploads(world: SweptWorld, due: Due): Promise<void> {
  const { database, storage, log } = world
  const keys = await claimDue(database.kysely, due, KEYS_AT_ONCE)
  const gone: string[] = []
  const setAside: string[] = []
  await removeAll(world, keys, async (key) => {
    await storage.discard(key)
    if (!(await storage.quarantine(key))) gone.push(key)
    else if (await markQuarantined(database.kysely, key)) setAside.push(key)
    // It became a document just now.
    else await storage.restore(key)
  })
  await deleteStaged(database.kysely, gone)
  if (gone.length > 0) log.info({ uploads: gone.length }, 'What broken uploads left behind was removed.')
  if (setAside.length > 0) {
    log.warn({ keys: setAside }, 'Stored files that no document has were moved to quarantine.')
  }
}

/** Discards staged files without a row, from a server that died as an upload began, or from an older release. */
async function discardStaged(
  world: Pick<StoredFilesWorld, 'storage' | 'log'>,
  isBroken: (object: StoredObject) => boolean,
): Promise<void> {
  const { storage } = world
  const broken: string[] = []
  for await (const object of storage.list('staged')) if (isBroken(object)) broken.push(object.key)
  // A read-only disk must not prevent the start.
  await removeAll(world, broken, (key) => storage.discard(key))
}

/**
 * Makes the database agree with the quarantine, whichever database was restored. Files that it knows as kept or as
 * deleted return to their place; the others are recorded as quarantined.
 */
export async function settleQuarantine({ storage, database, log }: SweptWorld): Promise<void> {
  const found: StoredObject[] = []
  for await (const object of storage.list('quarantined')) found.push(object)
  const states = await statesOf(
    database.kysely,
    found.map(({ key }) => key),
  )
  const isKnown = ({ key }: StoredObject) => ['kept', 'removing'].includes(states.get(key) ?? '')
  const back = found.filter(isKnown)
  for (const { key } of back) await storage.restore(key)
  if (back.length > 0) {
    log.warn({ files: back.length }, 'Stored files came back from quarantine: the database knows them.')
  }
  const others = found.filter((object) => !isKnown(object))
  await recordQuarantined(database.kysely, others)
  await deleteQuarantinedExcept(
    database.kysely,
    others.map(({ key }) => key),
  )
}
