import { ANSWER_FORBIDDEN, QUESTION_CLOSED } from '@portal/contract/questions/questions.ts'
import type { Person } from '../../access/actor.ts'
import type { Refusal } from '../../access/refusal.ts'
import { maySee } from '../documents.policy.ts'
import type { DocumentRow } from '../documents.repository.ts'
import type { QuestionRow } from './questions.repository.ts'

/** The uploader and the person who is asked answer a question, while they see its document (R26.10). */
export function mayAnswer(
  person: Person,
  document: Pick<DocumentRow, 'county_id' | 'uploaded_by'>,
  question: Pick<QuestionRow, 'personId'> | undefined,
): Refusal | null {
  const unseen = maySee(person, document)
  if (unseen) return unseen
  const { accountId } = person
  return accountId === question?.personId || accountId === document.uploaded_by ? null : ANSWER_FORBIDDEN
}

/** Refuses a question that was answered or withdrawn, or that is not about the document. */
export function refuseClosed(
  question: Pick<QuestionRow, 'answeredAt' | 'withdrawnAt'> | undefined,
): Refusal | null {
  return question?.answeredAt === null && question.withdrawnAt === null ? null : QUESTION_CLOSED
}
