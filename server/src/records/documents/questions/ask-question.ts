import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { countHourlyMail } from '../../notices/hourly-mails.ts'
import { addNotices, addRunNotice } from '../../notices/notices.ts'
import type { DocumentEntry } from '../apply-decisions.ts'
import { listViewersAmong } from '../document-viewers.repository.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { findAddress, insertQuestion, markMailed, type NewQuestion } from './questions.repository.ts'
import { QUESTION_MAIL, type QuestionMailFacts } from './question-mails.ts'

type World = Pick<Engines, 'clock' | 'database' | 'jobs' | 'log' | 'settings'>

/** The audit record of a question, without its document. */
type QuestionEntry = Extract<DocumentEntry, { readonly action: 'document.asked' }>

export type AskOutcome = {
  readonly number: number
  /** Whether the person may sign in and sees the document. If not, nobody gets a notice or an e-mail. */
  readonly isReached: boolean
  readonly entry: QuestionEntry
}

/**
 * Asks a person about a locked document, and gives them a notice (R26.1). The e-mail of a run follows when it has ended.
 * Wake the jobs after the commit.
 * @returns null if the document has an open question.
 */
export async function askAbout(
  transaction: Transaction<DB>,
  world: World,
  { document, question }: { readonly document: DocumentRow; readonly question: NewQuestion },
): Promise<AskOutcome | null> {
  const { personId, askedBy, at, run } = question
  const number = await insertQuestion(transaction, document, question)
  if (number === null) return null
  const isReached = (await listViewersAmong(transaction, document.id, [personId])).length > 0
  if (isReached) {
    const notice = { kind: 'asked', documentId: document.id, actorId: askedBy } as const
    if (run === null) {
      await addNotices(transaction, world, { ...notice, personIds: [personId] })
      await mailQuestion(transaction, world, { number, personId, at })
    } else {
      await addRunNotice(transaction, world, { ...notice, runNumber: run, personId, documents: 1 })
    }
  }
  return { number, isReached, entry: { action: 'document.asked', after: { question: number } } }
}

/** The notice and the reminders tell of a question that is one too many for an e-mail (R26.22). */
async function mailQuestion(
  transaction: Transaction<DB>,
  world: World,
  { number, personId, at }: { readonly number: number; readonly personId: number; readonly at: Date },
): Promise<void> {
  if (!(await countHourlyMail(transaction, world, { kind: 'question', personId }))) return
  const recipient = await findAddress(transaction, personId)
  const facts: QuestionMailFacts = { personId, of: { kind: 'one', number } }
  await enqueueMail(transaction, world, { kind: QUESTION_MAIL, recipient, facts })
  await markMailed(transaction, number, at)
}
