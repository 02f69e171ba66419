import { randomUUID } from 'node:crypto'
import { beginRun, endRun, failRun, renewHold } from '../../engines/backup/backup-runs.repository.ts'
import { folderPlace, isTaken, newFolderPlace } from '../../engines/backup/folder-place.ts'
import { makeBackup, type MadeBackup } from '../../engines/backup/make-backup.ts'
import { closeBackup, openBackup, type OpenedBackup } from '../../engines/backup/object-list.ts'
import { CommandError } from '../../engines/commands/command.ts'
import type { Context } from '../../records/context.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { LEFT_OUT, STORED_DOCUMENTS } from './portal-data.repository.ts'

type BackupContext = Pick<Context, 'database' | 'storage' | 'clock' | 'actor'>

/** Milliseconds between two signs that it still runs; a tenth of what silence may last. */
const RENEW_MS = 60_000

export type BackupOrder = {
  readonly folder: string
  /** The folder of an earlier backup to which this one adds. */
  readonly since: string | null
  onProgress(text: string): void
}

/**
 * Backs the portal up while it runs, into a folder that is not there yet.
 * @throws CommandError and DamagedBackup with one line; then there is no backup.
 */
export async function takeBackup(
  context: BackupContext,
  { folder, since, onProgress }: BackupOrder,
): Promise<MadeBackup> {
  if (await isTaken(folder)) throw new CommandError(`${folder} is not empty. A backup needs a new folder.`)
  const earlier = since === null ? null : await openBackup(folderPlace(since))
  const { kysely } = context.database
  const id = randomUUID()
  await beginRun(kysely, { id, place: folder, since: earlier?.manifest.id ?? null })
  try {
    const made = await write(context, { id, folder, earlier, onProgress })
    await noteBackup(context, folder, made)
    return made
  } catch (error) {
    await failRun(kysely, id, error instanceof Error ? error.message : String(error)).catch(() => undefined)
    throw error
  } finally {
    if (earlier) await closeBackup(earlier)
  }
}

type Writing = {
  id: string
  folder: string
  earlier: OpenedBackup | null
  onProgress: BackupOrder['onProgress']
}

async function write(
  { database, storage, clock }: BackupContext,
  { id, folder, earlier, onProgress }: Writing,
): Promise<MadeBackup> {
  const source = {
    pool: database.pool,
    storage,
    leftOut: Object.keys(LEFT_OUT),
    objects: STORED_DOCUMENTS,
  }
  let renewedAt = clock.now().getTime()
  return makeBackup(source, await newFolderPlace(folder), {
    id,
    since: earlier,
    async onProgress(text) {
      onProgress(text)
      const now = clock.now().getTime()
      if (now - renewedAt < RENEW_MS) return
      renewedAt = now
      await renewHold(database.kysely, id)
    },
  })
}

async function noteBackup(context: BackupContext, folder: string, made: MadeBackup): Promise<void> {
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
      after: { place: folder, takenAt, ...result },
    })
  })
}
