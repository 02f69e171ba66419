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

/** An upload has to move on: none is under way for a day. */
const BROKEN_UPLOADS: Due = { state: 'staged', hours: 24 }
const HOURS_OF_A_DAY = 24

/** Keys that one server takes at a time, so that others get their share and a stop does not wait for long. */
const KEYS_AT_ONCE = 500

/** Of documents that were deleted for good, what has been kept for as long as the settings say. */
export function removalsDue({ settings }: Pick<StoredFilesWorld, 'settings'>): Due {
  return { state: 'removing', hours: settings.keepDeletedDays * HOURS_OF_A_DAY }
}

/**
 * Removes the bytes of documents that were deleted for good, once they have been kept for as long as the settings say;
 * what cannot be removed now is tried again without end. Any number of servers may do it at once.
 * @returns how many are gone, of those that were this server's turn.
 */
export async function removeDeletedBytes(world: SweptWorld): Promise<number> {
  const db = world.database.kysely
  const usage = await readQuarantineUsage(db)
  world.warnings.report(quarantineWarnings, () => quarantineUsageWarnings(usage, world.settings))
  const due = removalsDue(world)
  if ((await countDue(db, due)) === 0 || !(await clocksAgree(world))) return 0
  // A backup that runs is on its way to what was there when it began.
  if (await areRemovalsHeld(db)) return 0
  const claimed = await claimDue(db, due, KEYS_AT_ONCE)
  // One that begins from here on sees these documents no more; one that began meanwhile may.
  if (await areRemovalsHeld(db)) return 0
  const removed = await removeAll(world, claimed, (key) => world.storage.remove(key))
  await deleteRemoved(db, removed)
  return removed.length
}

/**
 * Clears up after uploads that broke off a day ago and more: what was staged is discarded, and what was kept but became
 * no document is set aside in quarantine, because a database that does not know it may be the wrong one.
 */
export async function sweepLeftovers(world: SweptWorld): Promise<void> {
  await settleQuarantine(world)
  if (!(await clocksAgree(world))) return
  await clearBrokenUploads(world, BROKEN_UPLOADS)
  const youngest = (await world.storage.now()).getTime() - BROKEN_UPLOADS.hours * 3_600_000
  await discardStaged(world, ({ changedAt }) => changedAt.getTime() < youngest)
}

/**
 * The same with all uploads, however young. For a server that surely is alone on this database and its store and takes
 * no uploads yet: what is staged then is of an upload that broke off.
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
    // It has become a document in this moment.
    else await storage.restore(key)
  })
  await deleteStaged(database.kysely, gone)
  if (gone.length > 0) log.info({ uploads: gone.length }, 'What broken uploads left behind was removed.')
  if (setAside.length > 0) {
    log.warn({ keys: setAside }, 'Stored files that no document has were moved to quarantine.')
  }
}

/** What is staged and has no row: of a server that died in the first moment of an upload, or of an older release. */
async function discardStaged(
  world: Pick<StoredFilesWorld, 'storage' | 'log'>,
  isBroken: (object: StoredObject) => boolean,
): Promise<void> {
  const { storage } = world
  const broken: string[] = []
  for await (const object of storage.list('staged')) if (isBroken(object)) broken.push(object.key)
  // A disk that is read-only must not end the start.
  await removeAll(world, broken, (key) => storage.discard(key))
}

/**
 * Makes what the database knows of the quarantine true, whichever database was put back: what it knows as a document's,
 * or as a deleted one's, goes back to its place; of the rest it is noted that it is there.
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
