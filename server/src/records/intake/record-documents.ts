import type { Insertable, Transaction } from 'kysely'
import type { Calendar } from '../../engines/clock/calendar.ts'
import type { DB, Document } from '../../engines/database/generated/db.d.ts'
import { MIB_BYTES } from '../../engines/storage/mib-tags.ts'
import type { Verdict } from '../../engines/scanner/scanner.ts'
import type { Actor } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import type { AuditEntry } from '../audit/events/audit-entry.ts'
import { recordAudits, recordHistory } from '../audit/record.ts'
import { writeMibTags } from '../stored-files/bytes/mib-proof.repository.ts'
import type { DocumentDraft } from './document-draft.ts'
import { queueEvent, type DocumentEvent, type DocumentEventQueue } from '../documents/document-events.ts'
import { insertDocuments } from '../documents/new-documents.repository.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { recordVerdict } from '../stored-files/scan/scan.repository.ts'
import type { FileInStore } from './store-file.ts'

/** A document whose bytes are stored and whose row is not yet written. */
export type NewDocument = DocumentDraft & {
  readonly file: FileInStore
  /** The account that it belongs to, and the moment its last byte arrived. */
  readonly uploadedBy: number
  readonly uploadedAt: Date
  /** The result of the virus scanner. Null without a scanner: then everyone may open the document. */
  readonly verdict: Verdict | null
}

/** A document from before the portal, in its present state; `actor` uploaded it. */
export type PastDocument = NewDocument & { readonly actor: Actor; readonly present: PresentState }

/** Changes to a past document since its upload. */
export type PresentState = Required<
  Pick<Insertable<Document>, 'status_id' | 'version' | 'deleted_at' | 'deleted_by'>
>

/** Records documents whose bytes are stored, each with its audit record. */
export async function recordDocuments(
  transaction: Transaction<DB>,
  context: DocumentEventQueue & Pick<ActorContext, 'clock' | 'calendar' | 'actor'>,
  documents: readonly NewDocument[],
): Promise<DocumentRow[]> {
  const rows = await insertWithTags(
    transaction,
    documents,
    documents.map((document) => rowOf(document, context.calendar)),
  )
  await recordAudits(transaction, context, rows.map(entryOf))
  await queueEvent(context, transaction, recorded(rows))
  return rows
}

/** Records past documents, each with the audit record of its upload, and returns them in order. */
export async function recordPastDocuments(
  transaction: Transaction<DB>,
  context: DocumentEventQueue & Pick<ActorContext, 'calendar'>,
  documents: readonly PastDocument[],
): Promise<DocumentRow[]> {
  const rows = await insertWithTags(
    transaction,
    documents,
    documents.map((document) => ({ ...rowOf(document, context.calendar), ...document.present })),
  )
  const rowByKey = new Map(rows.map((row) => [row.storage_key, row]))
  const uploads = documents.flatMap(({ actor, file }) => {
    const row = rowByKey.get(file.key)
    return row ? [{ actor, row }] : []
  })
  await recordHistory(
    transaction,
    uploads.map(({ actor, row }) => ({ ...entryOf(row), at: row.uploaded_at, actor })),
  )
  await queueEvent(context, transaction, recorded(rows))
  return uploads.map(({ row }) => row)
}

function recorded(rows: readonly DocumentRow[]): DocumentEvent {
  return { name: 'document.recorded', documentIds: rows.map(({ id }) => id) }
}

async function insertWithTags(
  transaction: Transaction<DB>,
  documents: readonly NewDocument[],
  rows: readonly Insertable<Document>[],
): Promise<DocumentRow[]> {
  const inserted = await insertDocuments(transaction, rows)
  // A file of up to one MiB needs no tags: the hash of the whole document proves it.
  const large = documents.map(({ file }) => file).filter(({ size }) => size > MIB_BYTES)
  await writeMibTags(transaction, large)
  for (const { file, verdict } of documents) {
    if (verdict) await recordVerdict(transaction, file.key, { verdict, isNew: true })
  }
  return inserted
}

type UploadEntry = Extract<AuditEntry, { readonly action: 'document.uploaded' }>

function entryOf(row: DocumentRow): UploadEntry {
  return {
    action: 'document.uploaded',
    subject: { kind: 'document', id: row.id },
    countyId: row.county_id,
    after: factsOf(row),
  }
}

function rowOf(document: NewDocument, calendar: Calendar): Insertable<Document> {
  const { file } = document
  return {
    county_id: document.countyId,
    uploaded_by: document.uploadedBy,
    category_id: document.categoryId,
    type_id: document.typeId,
    description: document.description,
    uploaded_at: document.uploadedAt,
    appraisal_year: calendar.yearOf(document.uploadedAt),
    file_name: file.name,
    content_type: file.contentType,
    byte_size: file.size,
    sha256: file.sha256,
    storage_key: file.key,
  }
}

function factsOf(row: DocumentRow): UploadEntry['after'] {
  return {
    fileName: row.file_name,
    bytes: row.byte_size,
    sha256: row.sha256.toString('hex'),
    categoryId: row.category_id,
    typeId: row.type_id,
    description: row.description,
  }
}
