import type { ParamsOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  DROPPED_FILE_NOT_FOUND,
  type DroppedFile,
  type listDroppedFiles as listDroppedFilesCall,
  type markDroppedFileDone,
  type reopenDroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { MAX_REQUESTS } from '@portal/contract/requests/requests.ts'
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
 * Marks a file as done, and records it once.
 * @throws PortalError 404 for a file that is in no list of the caller.
 */
export async function markDone(
  context: PersonContext,
  { droppedFileId: id }: ParamsOf<typeof markDroppedFileDone>,
): Promise<DroppedFile> {
  const { actor, clock, database } = context
  const { file, wanted } = await requireDroppedFile(context, id)
  await database.kysely.transaction().execute(async (transaction) => {
    const mark = { id, by: actor.person.accountId, at: clock.now() }
    if (await recordDropFileDone(transaction, mark))
      await recordAudit(transaction, context, { action: 'drop_file.done', ...aboutFile(file) })
  })
  return toDroppedFile((await readDroppedFile(database.kysely, wanted)) ?? file)
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
  const { file } = await requireDroppedFile(context, id)
  await admitAttempt(context, repeatedActLimits(actor, 'restore'))
  await database.kysely.transaction().execute(async (transaction) => {
    if (await removeDropFileDone(transaction, id))
      await recordAudit(transaction, context, { action: 'drop_file.reopened', ...aboutFile(file) })
  })
  return toDroppedFile({ ...file, doneAt: null, doneBy: null })
}

/** @throws PortalError 404. */
async function requireDroppedFile({ actor, database }: PersonContext, id: string) {
  const wanted = { id, scope: countyScope(actor.person) }
  const file = await readDroppedFile(database.kysely, wanted)
  if (!file) throw failure(DROPPED_FILE_NOT_FOUND)
  return { file, wanted }
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
