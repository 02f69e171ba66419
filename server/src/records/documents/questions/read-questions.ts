import type { OpenQuestion, Question } from '@portal/contract/questions/open-question.ts'
import { MAX_QUESTIONS } from '@portal/contract/questions/questions.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Person } from '../../access/actor.ts'
import { countyScope } from '../../access/county.policy.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { listAnswerFiles } from './answer-files.repository.ts'
import { toOpenQuestion, toQuestion } from './questions.models.ts'
import { refuseClosed } from './questions.policy.ts'
import { listQuestionsOf } from './questions.repository.ts'

export type DocumentQuestions = {
  /** The newest first. */
  readonly questions: readonly Question[]
  readonly open: OpenQuestion | null
  readonly lastAnswered: Question | null
}

/** The newest questions about a document that the person sees, with their answers. */
export async function readQuestions(
  db: Kysely<DB>,
  document: DocumentRow,
  person: Person,
): Promise<DocumentQuestions> {
  const rows = await listQuestionsOf(db, document.id, { reader: person, most: MAX_QUESTIONS })
  const answered = rows.filter(({ answeredAt }) => answeredAt !== null).map(({ number }) => number)
  const files = answered.length === 0 ? [] : await listAnswerFiles(db, answered, countyScope(person))
  const questions = rows.map((row) => toQuestion(row, files))
  const open = rows.find((row) => refuseClosed(row) === null)
  return {
    questions,
    open: open ? toOpenQuestion(open, document, person) : null,
    lastAnswered: questions.find(({ Answer }) => Answer !== null) ?? null,
  }
}
