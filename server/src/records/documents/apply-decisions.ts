import type { Transaction, Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { AuditEntry } from '../audit/events/audit-entry.ts'
import { recordAudits } from '../audit/record.ts'
import { moveRunNotices } from '../notices/run-notices.repository.ts'
import { changeDocuments, removeDocuments, type DocumentChange } from './document-changes.repository.ts'
import { queueChanges } from './document-events.ts'
import { requireDeparture, type Departure } from './document-guard.ts'
import type { DocumentRow } from './documents.repository.ts'
import {
  accountOf,
  leavesQuestion,
  withdrawQuestions,
  type WithdrawalEntry,
} from './questions/close-questions.ts'
import type { GateContext } from './state.ts'
import { findLinks } from './links.repository.ts'

/** The audit record's copy of a removed document and of its links. */
type Tombstone = Extract<AuditEntry, { readonly action: 'document.deleted' }>['before']

/** The outcome of an act for one document. */
export type DocumentOutcome = NewVersion | Beside | { readonly change: 'remove' }

type NewVersion = {
  /** The changed columns; empty where only links change. */
  readonly change: DocumentChange
  /** The audit records of the change, at least one. */
  readonly entries: readonly DocumentEntry[]
}

/** The act wrote rows that are no part of the document: it keeps its version, so an open edit of it stays possible. */
type Beside = { readonly change: 'beside'; readonly entries: readonly DocumentEntry[] }

type EntryOfDocument = Extract<
  AuditEntry,
  { readonly action: `document.${string}` | `owner.${string}` | `agent.${string}` }
>

/** An audit record of a document that stays. The record of a removed one is its tombstone. */
export type DocumentEntry = WithoutSubject<Exclude<EntryOfDocument, { readonly action: 'document.deleted' }>>

type WithoutSubject<Entry> = Entry extends AuditEntry ? Omit<Entry, 'subject' | 'countyId'> : never

export type DocumentAct = DocumentOutcome & { readonly document: DocumentRow }

/**
 * Writes the outcomes of an act on locked documents, with their audit records and event. Equal changes are written
 * together. First it asks the guards about every document that leaves.
 * @returns the new rows by id; for a removed document its last row.
 * @throws the refusal of a guard.
 */
export async function applyDecisions(
  context: GateContext,
  transaction: Transaction<DB>,
  acts: readonly DocumentAct[],
): Promise<ReadonlyMap<number, DocumentRow>> {
  const departing = acts.flatMap(({ document, change }) => {
    const departure = departureOf(change)
    return departure ? [{ document, departure }] : []
  })
  await requireDeparture(context.documentGuards, transaction, departing)
  const removed = departing.filter(({ departure }) => departure === 'remove').map(({ document }) => document)
  const tombstones = await findTombstones(transaction, removed)
  const written: DocumentRow[] = []
  for (const { change, documents } of byChange(acts)) {
    written.push(...(await write(transaction, documents, change)))
  }
  const withdrawals = await withdrawLeft(context, transaction, acts)
  const records = acts.map((act) => ({
    id: act.document.id,
    entries: [
      ...recordsOf(act, tombstones.get(act.document.id)),
      ...withdrawalOf(act, withdrawals.get(act.document.id)),
    ],
  }))
  await recordAudits(
    transaction,
    context,
    records.flatMap(({ entries }) => entries),
  )
  await queueChanges(
    context,
    transaction,
    records.map(({ id, entries }) => ({ id, actions: entries.map(({ action }) => action) })),
  )
  return new Map(written.map((document) => [document.id, document]))
}

/** Whoever takes a document out of Needs More Info withdraws its question. */
async function withdrawLeft(
  { actor, clock }: GateContext,
  transaction: Transaction<DB>,
  acts: readonly DocumentAct[],
): Promise<ReadonlyMap<number, WithdrawalEntry>> {
  const left = acts.flatMap(({ document, change }) =>
    typeof change === 'object' && leavesQuestion(change) ? [document.id] : [],
  )
  return withdrawQuestions(transaction, left, { by: accountOf(actor), at: clock.now() })
}

function withdrawalOf({ document }: DocumentAct, withdrawal: WithdrawalEntry | undefined): AuditEntry[] {
  return withdrawal ? [{ ...withdrawal, ...aboutDocument(document) }] : []
}

function departureOf(change: DocumentOutcome['change']): Departure | null {
  if (change === 'remove') return 'remove'
  if (change === 'beside') return null
  return change.deleted_at ? 'bin' : null
}

type ChangedAlike = { readonly change: DocumentOutcome['change']; readonly documents: DocumentRow[] }

function byChange(acts: readonly DocumentAct[]): Iterable<ChangedAlike> {
  const groups = new Map<string, ChangedAlike>()
  for (const { change, document } of acts) {
    const key = JSON.stringify(change)
    const group = groups.get(key) ?? { change, documents: [] }
    group.documents.push(document)
    groups.set(key, group)
  }
  return groups.values()
}

/** Removed documents lose their rows immediately. A trigger marks their bytes, which stay for `KEEP_DELETED_DAYS`. */
async function write(
  transaction: Transaction<DB>,
  documents: readonly DocumentRow[],
  change: DocumentOutcome['change'],
): Promise<readonly DocumentRow[]> {
  if (change === 'beside') return documents
  const ids = documents.map(({ id }) => id)
  if (change !== 'remove') return changeDocuments(transaction, ids, change)
  await moveRunNotices(transaction, ids)
  await removeDocuments(transaction, ids)
  return documents
}

function recordsOf(act: DocumentAct, tombstone: Tombstone | undefined): AuditEntry[] {
  const about = aboutDocument(act.document)
  if (!('entries' in act)) {
    if (!tombstone) throw new Error('A removed document needs a tombstone.')
    return [{ ...about, action: 'document.deleted', before: tombstone }]
  }
  if (act.entries.length === 0) throw new Error('A changed document needs an audit record.')
  return act.entries.map((entry) => ({ ...entry, ...about }))
}

function aboutDocument({ id, county_id: countyId }: DocumentRow) {
  return { subject: { kind: 'document', id }, countyId } as const
}

/**
 * Builds the audit record's copies of documents before their removal, with enough facts to recognize them if they come
 * back.
 * @returns them by document; empty for none.
 */
async function findTombstones(
  db: Kysely<DB>,
  documents: readonly DocumentRow[],
): Promise<ReadonlyMap<number, Tombstone>> {
  if (documents.length === 0) return new Map()
  const ids = documents.map(({ id }) => id)
  const links = await findLinks(db, ids)
  return new Map(
    documents.map((document) => [document.id, { ...toTombstone(document), ...links.get(document.id) }]),
  )
}

function toTombstone(document: DocumentRow): Omit<Tombstone, 'owners' | 'agents' | 'comments'> {
  return {
    fileName: document.file_name,
    bytes: document.byte_size,
    sha256: document.sha256.toString('hex'),
    categoryId: document.category_id,
    typeId: document.type_id,
    description: document.description,
    uploadedAt: document.uploaded_at.toISOString(),
    uploadedBy: document.uploaded_by,
    deletedAt: document.deleted_at?.toISOString(),
  }
}
