import { randomUUID } from 'node:crypto'
import {
  claimRun,
  endRun,
  failRun,
  renewHold,
  type NewRun,
} from '../../engines/backup/backup-runs.repository.ts'
import { canRefer } from '../../engines/backup/location.ts'
import { makeBackup, type MadeBackup } from '../../engines/backup/make-backup.ts'
import { closeBackup, openBackup, type OpenedBackup } from '../../engines/backup/object-list.ts'
import type { BackupPlaces } from '../../engines/backup/place.ts'
import { CommandError } from '../../engines/commands/command.ts'
import type { Context } from '../../records/context.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { refuseOwn } from './own-data.ts'
import { leftOut, STORED_DOCUMENTS } from './portal-data.repository.ts'

export type BackupContext = Pick<Context, 'database' | 'storage' | 'clock' | 'actor' | 'settings'> & {
  readonly places: BackupPlaces
}

/** Milliseconds between renewals of the run; a tenth of the time after which a silent run counts as broken off. */
const RENEW_MS = 60_000

export type BackupOrder = {
  readonly location: string
  /** The location of an earlier backup that this incremental backup builds on. Null for a full backup. */
  readonly since: string | null
  onProgress(text: string): void
}

/**
 * Backs up the portal while it runs, into an empty place.
 * @throws CommandError, UnusablePlace and DamagedBackup with one line; in that case there is no backup.
 */
export async function takeBackup(
  context: BackupContext,
  { location, since, onProgress }: BackupOrder,
): Promise<MadeBackup> {
  const { places } = context
  if (since !== null && !canRefer(location, since)) {
    throw new CommandError(
      'A backup that adds to an earlier one lies beside it: both in folders, or both in one bucket.',
    )
  }
  await refuseOwn(context, location)
  if (await places.isTaken(location))
    throw new CommandError(`${location} is not empty. A backup needs a new folder.`)
  const earlier = since === null ? null : await openBackup(await places.open(since))
  try {
    const run = await claimPlace(context, { location, since: earlier?.manifest.id ?? null })
    return await carryOutOrFail(context, run, { earlier, onProgress })
  } finally {
    if (earlier) await closeBackup(earlier)
  }
}

/** @throws CommandError if another backup into the same place may still run. */
async function claimPlace(
  { database }: BackupContext,
  { location: place, since }: Pick<BackupOrder, 'location' | 'since'>,
): Promise<NewRun> {
  const run = await claimRun(database.kysely, ({ runs }) =>
    runs.some((other) => other.isRunning && other.place === place)
      ? null
      : { id: randomUUID(), place, since },
  )
  if (run) return run
  throw new CommandError(
    `Another backup into ${place} runs, or broke off in the last ten minutes. Wait for its end, or name another folder.`,
  )
}

async function carryOutOrFail(context: BackupContext, run: NewRun, steps: RunSteps): Promise<MadeBackup> {
  try {
    return await carryOutRun(context, run, steps)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await failRun(context.database.kysely, run.id, failure).catch(() => undefined)
    throw error
  }
}

export type RunSteps = {
  readonly earlier: OpenedBackup | null
  /** Called often with the progress. An error that it throws ends the backup. */
  onProgress(text: string): void
  /** A final check, which must succeed before the backup counts. */
  prove?(): Promise<void>
}

/**
 * Makes the backup of a run that has begun, and records its success.
 * @throws the cause of a failure, which the caller records; in that case there is no backup.
 */
export async function carryOutRun(
  context: BackupContext,
  { id, place: location }: { id: string; place: string },
  { earlier, onProgress, prove }: RunSteps,
): Promise<MadeBackup> {
  const { database, storage, places, settings } = context
  const life = giveSignsOfLife(context, id)
  const source = { storage, leftOut: leftOut(settings), objects: STORED_DOCUMENTS }
  try {
    const place = await places.make(location)
    const steps = {
      id,
      since: earlier,
      onProgress,
    }
    // Only the owner of the sequences may read their positions.
    const made = await database.asOwner((pool) => makeBackup({ ...source, pool }, place, steps))
    await prove?.()
    await noteBackup(context, location, made)
    return made
  } finally {
    clearInterval(life)
  }
}

/** Renews the run every minute, however long one step takes, so that the data it needs is not removed. */
function giveSignsOfLife({ database }: BackupContext, id: string): NodeJS.Timeout {
  // A short database outage must not end the backup.
  const renew = () => void renewHold(database.kysely, id).catch(() => undefined)
  return setInterval(renew, RENEW_MS).unref()
}

async function noteBackup(context: BackupContext, location: string, made: MadeBackup): Promise<void> {
  const { id, takenAt, objects } = made.manifest
  const result = {
    documents: objects.count,
    bytes: objects.bytes,
    ownBytes: made.ownBytes,
    lacking: objects.lacking,
  }
  await context.database.kysely.transaction().execute(async (transaction) => {
    await endRun(transaction, id, result)
    await recordAudit(transaction, context, {
      action: 'backup.made',
      subject: { kind: 'backup', id },
      after: { place: location, takenAt, ...result },
    })
  })
}
