import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { RunActor } from '../access/actor.ts'
import type { Refusal } from '../access/refusal.ts'
import { applyDecisions, type DocumentAct, type DocumentOutcome } from './apply-decisions.ts'
import { wakeSubscribers } from './document-events.ts'
import { lockDocuments } from './document-changes.repository.ts'
import { isUnseen } from './documents.policy.ts'
import { listDocuments, type DocumentRow } from './documents.repository.ts'
import type { GateContext } from './state.ts'
import { versionTag } from './version-tag.ts'

/** The conditions that each document must meet before an act. */
export type Conditions = {
  /** Whether the actor may act on this document. A document that they may not see is refused as not found. */
  readonly may: (document: DocumentRow) => Refusal | null
  /** Whether the act is possible in the present state of this document. */
  readonly state: (document: DocumentRow) => Refusal | null
  /**
   * What happens for a document that does not exist or that the actor may not see: fail the act, or skip the document.
   */
  readonly missing: 'fail' | 'skip'
  /** The record as the reading call returns it. A refusal by `state` then includes it, with its version. */
  readonly current?: (document: DocumentRow, transaction: Transaction<DB>) => unknown
}

/** What an act does to its documents. */
export type Decision = {
  /** The outcome of a document; null leaves it as it is, without a new version and without a record. */
  readonly decide: (document: DocumentRow) => DocumentOutcome | null
  /** Signs the audit records in place of the context's actor. */
  readonly actor?: RunActor
}

/**
 * The only way to change documents: all of them or none, in one transaction. It locks them, checks the conditions, lets
 * `act` decide the outcome of each, asks the guards, and writes new versions and audit records. `act` gets the
 * documents that exist, by id, and may write related rows. It must not need a second connection, so read names before
 * the call.
 * @returns the documents after the act, removed ones in their last state; and the result of `act`.
 * @throws 404 for a missing document, then the refusal of `may`, of `state`, of `act`, of a guard: each for the first
 * document by id.
 */
export async function actOnDocuments<D extends Decision>(
  context: GateContext,
  documentIds: readonly number[],
  conditions: Conditions,
  act: (documents: readonly DocumentRow[], transaction: Transaction<DB>) => D | Promise<D>,
): Promise<{ readonly documents: readonly DocumentRow[]; readonly decision: D }> {
  const result = await context.database.kysely.transaction().execute(async (transaction) => {
    const ids = await idsToLock(transaction, documentIds, conditions)
    const documents = allowed(await lockDocuments(transaction, ids), documentIds, conditions)
    await requireState(transaction, documents, conditions)
    const decision = await act(documents, transaction)
    const acts = documents.flatMap((document) => actOn(document, decision.decide(document)))
    const { actor = context.actor } = decision
    const written = await applyDecisions({ ...context, actor }, transaction, acts)
    return {
      documents: documents.map((document) => written.get(document.id) ?? document),
      decision,
    }
  })
  wakeSubscribers(context)
  return result
}

/**
 * Does the same for one document, which must exist.
 * @throws as `actOnDocuments`.
 */
export async function actOnDocument<D extends Decision>(
  context: GateContext,
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
 * Returns the documents that the actor may see, so that nobody locks documents of other counties. A document's county
 * and uploader, which decide this, never change.
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
