import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../../records/access/actor.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { askAbout } from '../../records/documents/questions/ask-question.ts'
import type { GateContext } from '../../records/documents/state.ts'
import type { StoredAction } from '../../records/runs/runs.repository.ts'
import type { Judgment } from './judgment.ts'

type Asking = {
  readonly action: StoredAction
  /** The number of the run. */
  readonly run: number
  readonly person: Person
  readonly documents: readonly DocumentRow[]
  readonly judgments: ReadonlyMap<number, Judgment>
}

/**
 * Asks the uploaders about the documents that a run changes to Needs More Info, if it has a question (R26.16).
 * @returns their audit records, by document.
 */
export async function askAboutChanged(
  context: GateContext,
  transaction: Transaction<DB>,
  { action, run, person, documents, judgments }: Asking,
): Promise<ReadonlyMap<number, DocumentEntry>> {
  const entries = new Map<number, DocumentEntry>()
  if (action.kind !== 'status' || !action.question) return entries
  const at = context.clock.now()
  const today = context.calendar.hourOf(at).day
  const { text, dueDay } = action.question
  const asked = { text, dueDay, points: [], askedBy: person.accountId, at, today, run }
  for (const document of documents) {
    if (judgments.get(document.id)?.kind !== 'changed') continue
    const question = { ...asked, personId: document.uploaded_by }
    const outcome = await askAbout(transaction, context, { document, question })
    if (outcome) entries.set(document.id, outcome.entry)
  }
  return entries
}
