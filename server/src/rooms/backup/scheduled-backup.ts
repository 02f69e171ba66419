import { randomUUID } from 'node:crypto'
import {
  claimRun,
  failRun,
  recordBackupSince,
  readEndings,
  readRuns,
  type BackupRun,
  type RunEnding,
} from '../../engines/backup/backup-runs.repository.ts'
import { checkBackup } from '../../engines/backup/check-backup.ts'
import { below, isWithin, isInBucket } from '../../engines/backup/location.ts'
import { closeBackup, openBackup, type OpenedBackup } from '../../engines/backup/object-list.ts'
import { STEP_TIMEOUT_MS, StepTimeout } from '../../engines/backup/step-timeout.ts'
import { DamagedBackup, UnusablePlace } from '../../engines/backup/place.ts'
import { placesWith } from '../../engines/backup/places.ts'
import type { World } from '../../records/context.ts'
import {
  baseOf,
  dispensable,
  dueDay,
  isWholeDue,
  NEXT_IS_WHOLE,
  type Schedule,
} from './backup-schedule.policy.ts'
import { carryOutRun } from './backup.usecases.ts'
import { refuseOwn } from './own-data.ts'
import {
  nameOf,
  readBackupsInPlace,
  removeBroken,
  type BackupsInPlace,
  isScheduledName,
} from './stored-backups.ts'
import { basename } from 'node:path'

/** Milliseconds between a failure and the next attempt. */
const PAUSE_MS = 3_600_000

type ScheduleWorld = Pick<World, 'database' | 'storage' | 'clock' | 'settings' | 'log'>

/** The actor in the audit record for scheduled backups. */
const BY_SCHEDULE = { kind: 'job', name: 'backup' } as const

type BackUpWhenDue = (world: ScheduleWorld, ending: AbortSignal) => Promise<void>

/**
 * Creates a function that makes the backup of the day once it is due, checks it, and removes backups that are no longer
 * needed. Any number of servers may call it; one makes the backup. If that server stops, the backup ends and the next
 * server starts a new one. A place that hangs times out after `silenceMs`. It then gets no calls until it has
 * responded, because each pending call holds a thread.
 */
export function createScheduledBackup(silenceMs = STEP_TIMEOUT_MS): BackUpWhenDue {
  let last: StepTimeout | null = null
  return async (world, ending) => {
    const { backup, timeZone } = world.settings
    if (!backup || last?.isStuck) return
    const { location, keep } = backup
    let isWhole = true
    const run = await claimRun(world.database.kysely, ({ runs, now }) => {
      const ours = runs.filter(({ place }) => isWithin(place, location))
      if (!isDue(ours, now, { at: backup.at, timeZone })) return null
      isWhole = isWholeDue(ours.filter(({ endedAt }) => endedAt !== null))
      return { id: randomUUID(), place: below(location, nameOf(now)), since: null }
    })
    if (!run) return
    last = new StepTimeout({ silenceMs, ending })
    const shelf = { places: last.with(placesWith(world.settings.bucketKeys)), location }
    try {
      await refuseOwn({ ...shelf, settings: world.settings }, location)
      const endings = await readEndings(world.database.kysely)
      await refuseOtherPortal(shelf, endings)
      await removeBroken(shelf, endings)
      await backUp(world, run, { ending, isWhole, shelf })
    } catch (error) {
      await failRun(world.database.kysely, run.id, ending.aborted ? STOPPED : reasonOf(error))
      if (ending.aborted) return
      throw error
    }
    await removeDispensable(world, { shelf, keep })
  }
}

async function removeDispensable(
  { database }: ScheduleWorld,
  { shelf, keep }: { shelf: BackupsInPlace; keep: number },
): Promise<void> {
  // A backup that is being made now may build on any of them.
  if ((await readRuns(database.kysely)).runs.some(({ isRunning }) => isRunning)) return
  const shelved = await readBackupsInPlace(shelf, await readEndings(database.kysely))
  for (const { name } of dispensable(shelved, keep)) await shelf.places.remove(below(shelf.location, name))
}

function isGood({ endedAt, failure }: BackupRun): boolean {
  return endedAt !== null && failure === null
}

function isDue(runs: readonly BackupRun[], now: Date, schedule: Schedule): boolean {
  if (runs.some(({ isRunning }) => isRunning)) return false
  const good = runs.find(isGood)
  if (good && dueDay(good.begunAt, schedule) >= dueDay(now, schedule)) return false
  const failed = runs.find(({ failure }) => failure !== null && failure !== STOPPED)
  return !failed?.endedAt || now.getTime() - failed.endedAt.getTime() >= PAUSE_MS
}

const STOPPED = 'The server stopped.'

/** A damaged base stays damaged: another incremental backup on it would fail again. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof DamagedBackup ? `${reason} ${NEXT_IS_WHOLE}` : reason
}

type Making = { readonly ending: AbortSignal; readonly isWhole: boolean; readonly shelf: BackupsInPlace }

async function backUp(
  world: ScheduleWorld,
  run: { id: string; place: string },
  { ending, isWhole, shelf }: Making,
): Promise<void> {
  const base = isWhole
    ? undefined
    : baseOf(await readBackupsInPlace(shelf, await readEndings(world.database.kysely)))
  const earlier = base === undefined ? null : await openIfWhole(shelf, base.name)
  const requireRunning = () => {
    if (ending.aborted) throw new Error(STOPPED)
  }
  try {
    if (earlier) await recordBackupSince(world.database.kysely, run.id, earlier.manifest.id)
    const { manifest } = await carryOutRun({ ...world, places: shelf.places, actor: BY_SCHEDULE }, run, {
      earlier,
      onProgress: requireRunning,
      prove: () => prove(run.place, shelf, requireRunning),
    })
    const { count, lacking } = manifest.objects
    world.log.info({ place: run.place, documents: count, lacking }, 'The portal was backed up.')
  } finally {
    if (earlier) await closeBackup(earlier)
  }
}

/** Returns null if the backup is damaged or lacks a backup that it needs; the new backup is then a full one. */
async function openIfWhole({ places, location }: BackupsInPlace, name: string): Promise<OpenedBackup | null> {
  try {
    return await openBackup(await places.open(below(location, name)))
  } catch (error) {
    if (error instanceof DamagedBackup) return null
    throw error
  }
}

/** Removes a backup that differs from what was written: later backups must not build on it. */
async function prove(place: string, { places }: BackupsInPlace, requireRunning: () => void): Promise<void> {
  try {
    await checkBackup(await places.open(place), requireRunning)
  } catch (error) {
    if (error instanceof DamagedBackup) await places.remove(place)
    throw error
  }
}

/**
 * An empty backup folder is usually a mount point without its disk. A new backup there would fill the system disk and
 * silence the warning. A folder that has never had a scheduled backup is new, and is accepted.
 * @throws UnusablePlace if the place has neither the last scheduled backup nor a later one made by hand.
 */
async function refuseOtherPortal(
  { places, location }: BackupsInPlace,
  endings: ReadonlyMap<string, RunEnding>,
): Promise<void> {
  const good = [...endings].filter(([place, ending]) => ending === 'good' && isWithin(place, location))
  const newestFirst = good.map(([place]) => place).toReversed()
  const scheduled = newestFirst.findIndex((place) => isScheduledName(nameIn(place)))
  if (scheduled < 0) return
  const found = (await places.namesIn(location)).map((name) => below(location, name))
  const expected = newestFirst.slice(0, scheduled + 1)
  if (expected.some((place) => found.some((other) => isWithin(place, other)))) return
  const remedy = isInBucket(location) ? 'See whether it is the right bucket' : 'Mount its disk'
  throw new UnusablePlace(
    `The last backup is not in ${location}. ${remedy}, or begin anew there with \`npm run -s portal -- backup ${below(location, 'NAME')}\`.`,
  )
}

/** Returns the last part of a location, without the parameters of a bucket. */
function nameIn(location: string): string {
  return basename(isInBucket(location) ? (location.split('?')[0] ?? '') : location)
}
