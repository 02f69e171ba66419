import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  DROPPED_FILE_CHANGED,
  DROPPED_FILE_NOT_FOUND,
  type DroppedFile,
  type listDroppedFiles as listDroppedFilesCall,
  type markDroppedFileDone,
  type reopenDroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { MAX_REQUESTS } from '@portal/contract/requests/requests.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { decodeCursor, pageOf } from '../../../engines/paging/paging.ts'
import { parseTimeCursor, timeCursor } from '../../../engines/paging/time-cursor.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import {
  countOpenDropFiles,
  lockDropFile,
  recordDropFileDone,
  removeDropFileDone,
} from '../../../records/deliveries/done-drop-file.repository.ts'
import { readDroppedFile, readDroppedFiles, type DroppedFileRow } from './dropped-files.repository.ts'

/**
 * A page of open or done files of the drop folder, and how many are open. Uses a cursor, so that files that others mark
 * cause no gaps.
 * @throws PortalError 400 for a cursor that no page returned.
 */
export async function listDroppedFiles(
  { database: { kysely }, settings, actor }: PersonContext,
  { state = 'open', after }: QueryOf<typeof listDroppedFilesCall>,
): Promise<ResultOf<typeof listDroppedFilesCall>> {
  const scope = countyScope(actor.person)
  const from = decodeCursor(after, parseTimeCursor)
  const rows = await readDroppedFiles(kysely, { scope, state, after: from, atMost: PAGE_SIZE + 1 })
  const { page, next } = pageOf(rows, PAGE_SIZE, ({ doneAt, at, id }) => timeCursor({ at: doneAt ?? at, id }))
  const { count: open } = await countOpenDropFiles(kysely, { scope, atMost: MAX_REQUESTS })
  return { isSetUp: settings.dropFolder !== null, open, files: page.map(toDroppedFile), next }
}

/**
 * Marks a file as done, and records it once. A second call of the same person returns the file as it is.
 * @throws PortalError 404 for a file that is in no list of the caller, and 409 for one that changed, or that another
 * person marked, after the caller saw it (R11.51).
 */
export async function markDone(
  context: PersonContext,
  {
    droppedFileId: id,
    at: seenAt,
  }: ParamsOf<typeof markDroppedFileDone> & BodyOf<typeof markDroppedFileDone>,
): Promise<DroppedFile> {
  const { actor, clock, database } = context
  const { accountId, email } = actor.person
  return database.kysely.transaction().execute(async (transaction) => {
    const file = await requireLocked(context, transaction, id)
    const isDoneByOther = file.doneAt !== null && file.doneBy !== email
    if (isDoneByOther || file.at.getTime() !== Date.parse(seenAt)) throw failure(DROPPED_FILE_CHANGED)
    const mark = { id, by: accountId, at: clock.now() }
    if (!(await recordDropFileDone(transaction, mark))) return toDroppedFile(file)
    await recordAudit(transaction, context, { action: 'drop_file.done', ...aboutFile(file) })
    return toDroppedFile({ ...file, doneAt: mark.at, doneBy: email })
  })
}

/**
 * Opens a file again that was marked as done, and records it once.
 * @throws PortalError 404 for a file that is in no list of the caller, and 429 after too many.
 */
export async function reopen(
  context: PersonContext,
  { droppedFileId: id }: ParamsOf<typeof reopenDroppedFile>,
): Promise<DroppedFile> {
  const { actor, database } = context
  await requireDroppedFile(context, database.kysely, id)
  await admitAttempt(context, repeatedActLimits(actor, 'restore'))
  return database.kysely.transaction().execute(async (transaction) => {
    const file = await requireLocked(context, transaction, id)
    if (await removeDropFileDone(transaction, id))
      await recordAudit(transaction, context, { action: 'drop_file.reopened', ...aboutFile(file) })
    return toDroppedFile({ ...file, doneAt: null, doneBy: null })
  })
}

/** Returns the file as it stays until the transaction ends. @throws PortalError 404. */
async function requireLocked(context: PersonContext, transaction: Transaction<DB>, id: string) {
  await lockDropFile(transaction, id)
  return requireDroppedFile(context, transaction, id)
}

/** @throws PortalError 404. */
async function requireDroppedFile({ actor }: PersonContext, db: Kysely<DB>, id: string) {
  const file = await readDroppedFile(db, { id, scope: countyScope(actor.person) })
  if (!file) throw failure(DROPPED_FILE_NOT_FOUND)
  return file
}

/** The event is about the document of a changed file, or the county of a refused one. */
function aboutFile(file: DroppedFileRow) {
  const { id, countyId, documentId, fileName } = file
  return {
    subject:
      documentId === null
        ? ({ kind: 'county', id: countyId } as const)
        : ({ kind: 'document', id: documentId } as const),
    countyId,
    after: { droppedFile: id, fileName, state: stateOf(file) },
  }
}

function stateOf({ reason }: Pick<DroppedFileRow, 'reason'>): DroppedFile['state'] {
  return reason === null ? 'changed' : 'refused'
}

function toDroppedFile(row: DroppedFileRow): DroppedFile {
  return {
    droppedFileID: row.id,
    countyID: row.countyId,
    countyName: row.countyName,
    fileName: row.fileName,
    state: stateOf(row),
    at: row.at.toISOString(),
    reason: row.reason,
    fileID: row.documentId,
    doneAt: row.doneAt?.toISOString() ?? null,
    doneBy: row.doneBy,
  }
}
