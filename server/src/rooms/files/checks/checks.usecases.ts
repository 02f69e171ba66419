import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_RECYCLE_BIN_ROWS } from '@portal/contract/limits.ts'
import {
  NO_SCANNER,
  NOT_INFECTED,
  NOTHING_TO_CHECK,
  type listUnopenable,
  type listVirusChecks,
  type BlockedFileState,
  type VirusCheck,
} from '@portal/contract/files/virus-checks.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../../records/context.ts'
import { actOnDocument } from '../../../records/documents/act-on-documents.ts'
import { mayDeletePermanently } from '../../../records/documents/documents.policy.ts'
import { findByStorageKey } from '../../../records/documents/documents.repository.ts'
import { requireDocument } from '../../../records/documents/require-document.ts'
import { SCAN_DOCUMENTS } from '../../../records/documents/scan/scan-documents.job.ts'
import { requestScan, findScan } from '../../../records/stored-files/scan/scan.repository.ts'
import { removeFromQuarantine } from '../verify/quarantine.usecases.ts'
import { findRefused, findBlockedFiles, listChecks, type CheckRow } from './checks.repository.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'

/** Lists up to 1000 files that are not scanned as clean, infected ones first, then newest first, and their total. */
export async function listVirusChecksOf({
  database,
  dictionaries,
  scanner,
}: PersonContext): Promise<ResultOf<typeof listVirusChecks>> {
  const rows = await listChecks(database.kysely, MAX_RECYCLE_BIN_ROWS)
  const names = await dictionaries.names(rows.map(({ countyId }) => countyId))
  const whenThere = scanner?.awaySince() ? 'away' : 'there'
  return {
    files: rows.map((row) => toVirusCheck(row, names)),
    total: rows[0]?.total ?? 0,
    scanner: scanner === null ? 'none' : whenThere,
  }
}

/** Lists which of the given documents the caller may see but cannot open. `ids` are separated by commas. */
export async function blockedFilesOf(
  { database, actor: { person } }: PersonContext,
  ids: string,
): Promise<ResultOf<typeof listUnopenable>> {
  const fileIds = ids.split(',').map(Number)
  const rows = await findBlockedFiles(database.kysely, { fileIds, scope: countyScope(person) })
  return { files: rows.map((row) => ({ FileID: row.fileId, State: unopenableState(row) })) }
}

function unopenableState({ state, trouble }: { state: string; trouble: string | null }): BlockedFileState {
  if (state !== 'pending') return 'infected'
  return trouble === null ? 'pending' : 'stuck'
}

/**
 * Queues another virus scan of a document, which starts immediately if the scanner is available. No one can open the
 * document until a scan finds it clean.
 * @throws 404, and 409 if there is no scanner or the document is clean by now.
 */
export async function checkDocumentAgain(context: PersonContext, fileId: number): Promise<void> {
  const { database, scanner, jobs } = context
  const document = await requireDocument(context, fileId, (found) =>
    mayDeletePermanently(context.actor.person, found),
  )
  if (scanner === null) throw failure(NO_SCANNER)
  await admitAttempt(context, repeatedActLimits(context.actor, 'retry'))
  await database.kysely.transaction().execute(async (transaction) => {
    const before = await findScan(transaction, document.storage_key)
    if (!(await requestScan(transaction, document.storage_key))) throw failure(NOTHING_TO_CHECK)
    await recordAudit(transaction, context, {
      action: 'document.check_asked',
      subject: { kind: 'document', id: document.id },
      countyId: document.county_id,
      before: { state: before?.state, finding: before?.finding },
    })
    await jobs.enqueue(transaction, SCAN_DOCUMENTS, {})
  })
  jobs.wake()
}

/**
 * Permanently removes an infected file, whether it became a document or was refused.
 * @throws 404 if there is no such file, and 409 if the document is not marked as infected now.
 */
export async function removeInfectedFile(context: PersonContext, key: string): Promise<void> {
  const db = context.database.kysely
  const document = await findByStorageKey(db, key)
  if (document) return removeDocument(context, document.id)
  const refused = await findRefused(db, key)
  if (!refused) throw failure(FILE_NOT_FOUND)
  const { byteSize, uploadedAt } = refused
  await removeFromQuarantine(context, [{ key, size: byteSize, changedAt: uploadedAt, place: 'quarantined' }])
}

async function removeDocument(context: PersonContext, fileId: number): Promise<void> {
  const { person } = context.actor
  await actOnDocument(
    context,
    fileId,
    { may: (document) => mayDeletePermanently(person, document), state: () => null },
    async ({ storage_key: key }, transaction) => {
      const scan = await findScan(transaction, key)
      if (scan?.state !== 'infected') throw failure(NOT_INFECTED)
      return { decide: () => ({ change: 'remove' }) }
    },
  )
}

/** A file with the name of its county, and what was found in it. */
export function toVirusCheck(row: CheckRow, names: Names): VirusCheck {
  return {
    Key: row.key,
    FileID: row.fileId,
    FileName: row.fileName,
    CountyName: names.countyName(row.countyId),
    UploadedBy: row.uploadedBy,
    UploadDate: row.uploadedAt.toISOString(),
    State: stateOf(row),
    Finding: findingOf(row),
  }
}

function stateOf({ fileId, state }: CheckRow): VirusCheck['State'] {
  if (fileId === null) return 'refused'
  return state === 'none' ? 'unchecked' : state
}

function findingOf({ state, finding, trouble }: CheckRow): string {
  if (state === 'infected') return finding ?? ''
  if (trouble === null) return ''
  return trouble === 'too large' ? 'Too large for the scanner' : `The scanner failed: ${trouble}`
}
