import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  claimRun,
  failRun,
  listPlaces,
  noteSince,
  type BackupRun,
} from '../../engines/backup/backup-runs.repository.ts'
import { checkBackup } from '../../engines/backup/check-backup.ts'
import { folderPlace } from '../../engines/backup/folder-place.ts'
import { closeBackup, openBackup, type OpenedBackup } from '../../engines/backup/object-list.ts'
import { DamagedBackup } from '../../engines/backup/place.ts'
import type { World } from '../../records/context.ts'
import { dispensable, dueDay, isWholeDue, type KeptBackup, type Schedule } from './backup-schedule.policy.ts'
import { carryOutRun } from './backup.usecases.ts'
import { nameOf, removeBackup, removeBroken, scheduledBackups } from './kept-backups.ts'

/** Milliseconds after a failure before it is tried again. */
const PAUSE_MS = 3_600_000

type ScheduleWorld = Pick<World, 'database' | 'storage' | 'clock' | 'settings' | 'log'>

/** Who signs for what the schedule does. */
const BY_SCHEDULE = { kind: 'job', name: 'backup' } as const

/**
 * Makes the backup of the day once its hour has come, proves it, and removes those that it makes dispensable. Any number
 * of servers may look; one does it. It ends where the server stops, and is begun anew by the next.
 */
export async function backUpWhenDue(world: ScheduleWorld, ending: AbortSignal): Promise<void> {
  const { backup, timeZone } = world.settings
  if (!backup) return
  const { folder, keep } = backup
  let isWhole = true
  const run = await claimRun(world.database.kysely, ({ runs, now }) => {
    const ours = runs.filter(({ place }) => place.startsWith(join(folder, '/')))
    if (!isDue(ours, now, { at: backup.at, timeZone })) return null
    isWhole = isWholeDue(ours.filter(isGood).map(({ since }) => since))
    return { id: randomUUID(), place: join(folder, nameOf(now)) }
  })
  if (!run) return
  try {
    await removeBroken(folder, await listPlaces(world.database.kysely))
    await backUp(world, run, { ending, isWhole, folder })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await failRun(world.database.kysely, run.id, failure)
    if (ending.aborted) return
    throw error
  }
  for (const { name } of dispensable(await keptIn(world, folder), keep)) await removeBackup(folder, name)
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

type Making = { readonly ending: AbortSignal; readonly isWhole: boolean; readonly folder: string }

async function backUp(
  world: ScheduleWorld,
  run: { id: string; place: string },
  { ending, isWhole, folder }: Making,
): Promise<void> {
  const [base] = isWhole ? [] : await keptIn(world, folder)
  const earlier = base === undefined ? null : await openIfWhole(join(folder, base.name))
  const goOn = () => {
    if (ending.aborted) throw new Error(STOPPED)
  }
  try {
    if (earlier) await noteSince(world.database.kysely, run.id, earlier.manifest.id)
    const { manifest } = await carryOutRun({ ...world, actor: BY_SCHEDULE }, run, {
      earlier,
      onProgress: goOn,
      prove: () => prove(run.place, { goOn, folder }),
    })
    const { count, lacking } = manifest.objects
    world.log.info({ place: run.place, documents: count, lacking }, 'The portal was backed up.')
  } finally {
    if (earlier) await closeBackup(earlier)
  }
}

/** Null where what it needs is not there any more: then the next one is whole. */
async function openIfWhole(folder: string): Promise<OpenedBackup | null> {
  try {
    return await openBackup(folderPlace(folder))
  } catch (error) {
    if (error instanceof DamagedBackup) return null
    throw error
  }
}

/** One that is not as it was written is none, and must not be what others add to. */
async function prove(place: string, { goOn, folder }: { goOn: () => void; folder: string }): Promise<void> {
  try {
    await checkBackup(folderPlace(place), goOn)
  } catch (error) {
    if (error instanceof DamagedBackup) await removeBackup(folder, place.slice(folder.length + 1))
    throw error
  }
}

async function keptIn({ database }: ScheduleWorld, folder: string): Promise<KeptBackup[]> {
  const listed = await scheduledBackups(folder, await listPlaces(database.kysely))
  return listed.map(({ name, manifest: { id, others } }) => ({
    name,
    id,
    needs: others.map((other) => other.id),
  }))
}
