import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { AuditEntry } from '../audit/events/audit-entry.ts'
import { recordAudits } from '../audit/record.ts'
import type { ActorContext } from '../access/context.ts'
import { changeDocuments, removeDocuments, type DocumentChange } from './document-changes.repository.ts'
import type { DocumentRow } from './documents.repository.ts'
import { findTombstones, type Tombstone } from './tombstone.ts'

/** What becomes of one document. */
export type DocumentOutcome = Rewriting | { readonly change: 'remove' }

type Rewriting = {
  /** Its new version; an empty change where only its links are other ones. */
  readonly change: DocumentChange
  /** What the audit says of it, one record at least. */
  readonly entries: readonly DocumentEntry[]
}

type EntryOfDocument = Extract<
  AuditEntry,
  { readonly action: `document.${string}` | `owner.${string}` | `agent.${string}` }
>

/** What the audit says of a document that stays. Of one that is removed it says what it was. */
export type DocumentEntry = WithoutSubject<Exclude<EntryOfDocument, { readonly action: 'document.deleted' }>>

type WithoutSubject<Entry> = Entry extends AuditEntry ? Omit<Entry, 'subject' | 'countyId'> : never

export type DocumentAct = DocumentOutcome & { readonly document: DocumentRow }

/**
 * Writes what becomes of documents, equal changes together, and leaves the records of it.
 * @returns the documents as they then are, or were where they are removed, by id.
 */
export async function applyDecisions(
  context: ActorContext,
  transaction: Transaction<DB>,
  acts: readonly DocumentAct[],
): Promise<ReadonlyMap<number, DocumentRow>> {
  const removed = acts.filter(isRemoval).map(({ document }) => document)
  const tombstones = await findTombstones(transaction, removed)
  const written: DocumentRow[] = []
  for (const { change, documents } of byChange(acts)) {
    written.push(...(await write(transaction, documents, change)))
  }
  await recordAudits(
    transaction,
    context,
    acts.flatMap((act) => recordsOf(act, tombstones.get(act.document.id))),
  )
  return new Map(written.map((document) => [document.id, document]))
}

function isRemoval({ change }: DocumentOutcome): boolean {
  return change === 'remove'
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

/** The rows go now; the bytes stay for as long as the settings say, and a trigger notes from when on. */
async function write(
  transaction: Transaction<DB>,
  documents: readonly DocumentRow[],
  change: DocumentOutcome['change'],
): Promise<readonly DocumentRow[]> {
  const ids = documents.map(({ id }) => id)
  if (change !== 'remove') return changeDocuments(transaction, ids, change)
  await removeDocuments(transaction, ids)
  return documents
}

function recordsOf(act: DocumentAct, tombstone: Tombstone | undefined): AuditEntry[] {
  const { document } = act
  const subject = { kind: 'document', id: document.id } as const
  const about = { subject, countyId: document.county_id }
  if (!('entries' in act)) {
    if (!tombstone) throw new Error('Nothing is removed without what the audit keeps of it.')
    return [{ ...about, action: 'document.deleted', before: tombstone }]
  }
  if (act.entries.length === 0)
    throw new Error('Nothing is done to a document without a record in the audit.')
  return act.entries.map((entry) => ({ ...entry, ...about }))
}
