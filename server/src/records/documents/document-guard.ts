import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Refusal } from '../access/refusal.ts'
import type { DocumentRow } from './documents.repository.ts'

/** How a document leaves: into the recycle bin, or for good. */
export type Departure = 'bin' | 'remove'

/** A document that is about to leave; its row is locked. */
export type DepartingDocument = { readonly document: DocumentRow; readonly departure: Departure }

/** A rule that can block the departure of documents, for any actor: a person, a command or a job. */
export type DocumentGuard = {
  /**
   * Returns the refusal of each document that must stay, by id. The act has passed the checks of rights and state, and
   * commits in this transaction. A rule written meanwhile counts only if its writer locks the documents first.
   */
  readonly judge: (
    transaction: Transaction<DB>,
    departing: readonly DepartingDocument[],
  ) => Promise<ReadonlyMap<number, Refusal>>
}

/** Asks all guards in order, and returns the first refusal of each document that must stay, by id. */
export async function findRefusals(
  guards: readonly DocumentGuard[],
  transaction: Transaction<DB>,
  departing: readonly DepartingDocument[],
): Promise<ReadonlyMap<number, Refusal>> {
  const refusals = new Map<number, Refusal>()
  if (departing.length === 0) return refusals
  for (const guard of guards) {
    for (const [id, refusal] of await guard.judge(transaction, departing)) {
      if (!refusals.has(id)) refusals.set(id, refusal)
    }
  }
  return refusals
}

/**
 * Asks all guards in order.
 * @throws the first refusal of the first guard that has one, for the document with the lowest id.
 */
export async function requireDeparture(
  guards: readonly DocumentGuard[],
  transaction: Transaction<DB>,
  departing: readonly DepartingDocument[],
): Promise<void> {
  for (const guard of guards) {
    const refusals = await findRefusals([guard], transaction, departing)
    for (const { document } of departing) {
      const refusal = refusals.get(document.id)
      if (refusal) throw failure(refusal)
    }
  }
}
