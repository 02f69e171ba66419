import type { OpenQuestion, Question } from '@portal/contract/questions/open-question.ts'
import type { Person } from '../../access/actor.ts'
import type { DocumentRow } from '../documents.repository.ts'
import type { AnswerFileRow } from './answer-files.repository.ts'
import { mayAnswer } from './questions.policy.ts'
import type { QuestionRow } from './questions.repository.ts'

/** An open question as its reader sees it. */
export function toOpenQuestion(
  row: QuestionRow,
  document: Pick<DocumentRow, 'county_id' | 'uploaded_by'>,
  person: Person,
): OpenQuestion {
  return {
    ...toAsked(row),
    MayAnswer: mayAnswer(person, document, row) === null,
    IsAsker: row.askedById === person.accountId,
  }
}

/** What was asked. */
function toAsked(row: QuestionRow): Omit<OpenQuestion, 'MayAnswer' | 'IsAsker'> {
  return {
    Number: row.number,
    AskedBy: row.askedBy,
    AskedAt: row.askedAt.toISOString(),
    Person: row.person,
    Points: [...row.points],
    Text: row.text,
    DueDay: row.dueDay,
  }
}

/** A question with what became of it. `files` are those of any answers. */
export function toQuestion(row: QuestionRow, files: readonly AnswerFileRow[]): Question {
  const { number, answeredBy, answeredAt, answer, withdrawnBy, withdrawnAt } = row
  return {
    ...toAsked(row),
    Answer: answeredAt && {
      By: answeredBy ?? '',
      At: answeredAt.toISOString(),
      Text: answer ?? '',
      Files: files
        .filter(({ question }) => question === number)
        .map(({ fileId, fileName }) => ({ FileID: fileId, FileName: fileName })),
    },
    Withdrawn: withdrawnAt && { By: withdrawnBy ?? '', At: withdrawnAt.toISOString() },
  }
}
