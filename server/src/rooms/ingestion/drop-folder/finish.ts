import type { World } from '../../../records/context.ts'
import { QuotaExceeded, recordExhaustedQuota } from '../../../records/intake/upload-quota.ts'
import { findDocument } from '../../../records/documents/documents.repository.ts'
import {
  releaseDropFile,
  recordPlace,
  markArchived,
  refuseDropFile,
  type DropFileRow,
} from '../../../records/deliveries/drop-file.repository.ts'
import { putBack, type ClaimedFile } from './claim-file.ts'
import { RESERVED_NAMES } from './entries.ts'
import type { FailureLog } from './failure-log.ts'
import { acceptedNote, dayFolder, refusedNote } from './note-text.ts'
import { archiveFile } from './archive-file.ts'
import { importFile } from './import-file.ts'

/** Seconds until the next attempt, if an import failed without a fault of the file. */
const AFTER_FAILURE_SECONDS = 30
/** The same if the county's daily quota is exhausted. Until the next day, the file is not read more often than this. */
const WHILE_FULL_SECONDS = 900

const NO_FILE = 'It is not a file of its own, but a link or something else. Please put the file itself here.'

/** Completes a claimed file. If the failure is not the file's fault, the file stays claimed and is retried. */
export async function finish(
  world: World,
  claimed: ClaimedFile,
  { isFile, failures }: { readonly isFile: boolean; readonly failures: FailureLog },
): Promise<void> {
  const { database } = world
  const { claim } = claimed
  try {
    const outcome = isFile
      ? await importFile(world, claimed)
      : ({ kind: 'refused', reason: NO_FILE } as const)
    if (outcome.kind === 'deferred') await putBack(database, claimed)
    else if (outcome.kind !== 'refused') await putIntoDone(world, claimed, outcome.documentId)
    else if (await refuseDropFile(database.kysely, claim, outcome.reason))
      await putIntoRefused(world, claimed, outcome.reason)
    failures.end(claim.id)
  } catch (error) {
    const isFull = error instanceof QuotaExceeded
    if (isFull) await recordExhaustedQuota(world, error)
    else reportWaiting(failures, claimed, error)
    await releaseDropFile(database.kysely, claim, isFull ? WHILE_FULL_SECONDS : AFTER_FAILURE_SECONDS)
  }
}

/** Logs a failure that is not the file's fault. */
export function reportWaiting(
  failures: FailureLog,
  { claim, folder }: Pick<ClaimedFile, 'claim' | 'folder'>,
  error: unknown,
): void {
  failures.report(
    { key: claim.id, error, county: folder.countyName, claim: claim.id },
    'A file of the drop folder waits, and will be tried again.',
  )
}

/** Moves a file whose outcome is already recorded to its final folder. */
export async function moveToFinalFolder(
  world: World,
  claimed: ClaimedFile,
  { documentId, reason }: Pick<DropFileRow, 'documentId' | 'reason'>,
): Promise<void> {
  if (documentId !== null) return putIntoDone(world, claimed, documentId)
  return putIntoRefused(world, claimed, reason ?? '')
}

async function putIntoDone(world: World, claimed: ClaimedFile, documentId: number): Promise<void> {
  const { database, calendar, clock, settings } = world
  const document = await findDocument(database.kysely, documentId)
  const day = dayFolder(calendar, document?.uploaded_at ?? clock.now())
  const note = document
    ? acceptedNote(document, { timeZone: settings.timeZone, day })
    : `Accepted as file ${documentId}, which was deleted for good since.`
  const { claim } = claimed
  const beforeMove = (as: Buffer) => recordPlace(database.kysely, claim, { day, as })
  await archiveFile(claimed, { into: [RESERVED_NAMES.done, day], note, beforeMove })
  await markArchived(database.kysely, claim, clock.now())
}

async function putIntoRefused(world: World, claimed: ClaimedFile, reason: string): Promise<void> {
  await archiveFile(claimed, { into: [RESERVED_NAMES.refused], note: refusedNote(reason) })
  await markArchived(world.database.kysely, claimed.claim, world.clock.now())
}
