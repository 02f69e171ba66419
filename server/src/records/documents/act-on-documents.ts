import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Refusal } from '../access/refusal.ts'
import type { ActorContext } from '../access/context.ts'
import { applyDecisions, type DocumentAct, type DocumentOutcome } from './apply-decisions.ts'
import { listDocuments, lockDocuments } from './document-changes.repository.ts'
import { isUnseen } from './documents.policy.ts'
import type { DocumentRow } from './documents.repository.ts'
import { versionTag } from './version-tag.ts'

/** On which documents something may be done. */
export type Conditions = {
  /** Whether whoever acts may do it to this document. What is not to be seen is refused as what does not exist. */
  readonly may: (document: DocumentRow) => Refusal | null
  /** Whether it can be done to this document as it is now. */
  readonly state: (document: DocumentRow) => Refusal | null
  /** Of documents that do not exist or are not to be seen: whether they fail the whole or count as gone. */
  readonly missing: 'fail' | 'skip'
  /** The record as the reading call returns it; whoever came too late gets it with its version. */
  readonly current?: (document: DocumentRow, transaction: Transaction<DB>) => unknown
}

/** What is to be done to documents. */
export type Decision = {
  /** What becomes of each of them; null for one that stays as it is: it gets no new version and no record. */
  readonly decide: (document: DocumentRow) => DocumentOutcome | null
}

/**
 * The one way to do something to documents, all or none of them, in one transaction: locks them, asks whether it is
 * allowed and possible, lets `act` decide what becomes of each, and leaves that as new versions and in the audit. `act`
 * gets those that are there, by id, and may write in the transaction what goes with them. Names that it needs are read
 * before: what waits in a transaction holds its connection.
 * @returns the documents as they then are, or were where they are removed; and what `act` returned.
 * @throws the refusal of the first document, by id, that may not be acted on; then that of the first in another state.
 */
export async function actOnDocuments<D extends Decision>(
  context: ActorContext,
  documentIds: readonly number[],
  conditions: Conditions,
  act: (documents: readonly DocumentRow[], transaction: Transaction<DB>) => D | Promise<D>,
): Promise<{ readonly documents: readonly DocumentRow[]; readonly decision: D }> {
  return context.database.kysely.transaction().execute(async (transaction) => {
    const ids = await idsToLock(transaction, documentIds, conditions)
    const documents = allowed(await lockDocuments(transaction, ids), documentIds, conditions)
    await requireState(transaction, documents, conditions)
    const decision = await act(documents, transaction)
    const acts = documents.flatMap((document) => actOn(document, decision.decide(document)))
    const written = await applyDecisions(context, transaction, acts)
    return {
      documents: documents.map((document) => written.get(document.id) ?? document),
      decision,
    }
  })
}

/**
 * The same for one document, which must be there.
 * @throws 404 where it is not, or is not to be seen, and what `actOnDocuments` throws.
 */
export async function actOnDocument<D extends Decision>(
  context: ActorContext,
  documentId: number,
  conditions: Omit<Conditions, 'missing'>,
  act: (document: DocumentRow, transaction: Transaction<DB>) => D | Promise<D>,
): Promise<{ readonly document: DocumentRow; readonly decision: D }> {
  const { documents, decision } = await actOnDocuments(
    context,
    [documentId],
    { ...conditions, missing: 'fail' },
    (found, transaction) => act(onlyOne(found), transaction),
  )
  return { document: onlyOne(documents), decision }
}

function onlyOne([document]: readonly DocumentRow[]): DocumentRow {
  if (!document) throw failure(FILE_NOT_FOUND)
  return document
}

/**
 * Of many documents those that whoever acts sees: nobody holds up documents of other counties. What decides about that, a
 * document's county and its sender, never changes.
 */
async function idsToLock(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  { may }: Conditions,
): Promise<readonly number[]> {
  if (documentIds.length === 1) return documentIds
  const documents = await listDocuments(transaction, documentIds)
  return documents.filter((document) => !isUnseen(may(document))).map(({ id }) => id)
}

function allowed(
  documents: readonly DocumentRow[],
  documentIds: readonly number[],
  { may, missing }: Conditions,
): DocumentRow[] {
  const judged = documents.map((document) => ({ document, refusal: may(document) }))
  const seen = judged.filter(({ refusal }) => !isUnseen(refusal))
  if (missing === 'fail' && seen.length < new Set(documentIds).size) throw failure(FILE_NOT_FOUND)
  for (const { refusal } of seen) if (refusal) throw failure(refusal)
  return seen.map(({ document }) => document)
}

async function requireState(
  transaction: Transaction<DB>,
  documents: readonly DocumentRow[],
  { state, current }: Conditions,
): Promise<void> {
  for (const document of documents) {
    const refusal = state(document)
    if (refusal === null) continue
    if (!current) throw failure(refusal)
    throw failure(refusal, {
      current: await current(document, transaction),
      headers: { etag: versionTag(document) },
    })
  }
}

function actOn(document: DocumentRow, outcome: DocumentOutcome | null): DocumentAct[] {
  return outcome === null ? [] : [{ document, ...outcome }]
}
