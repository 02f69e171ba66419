import { charactersOf } from '@portal/contract/comments/comment-text.ts'
import { QUESTION_MAX_CHARACTERS } from '@portal/contract/questions/question-text.ts'
import {
  QUESTION_DUE_PAST,
  QUESTION_EMPTY,
  QUESTION_TOO_LONG,
  type QuestionFields,
} from '@portal/contract/questions/questions.ts'
import { failure } from '../../../engines/http/errors.ts'

/**
 * Checks what a person asks (R26.2). `today` is the day in the portal's zone, in which a due day ends at midnight.
 * @throws PortalError 400 for a question that asks nothing, a long text, or a due day that has passed.
 */
export function requireQuestion({ points, text, dueDay }: QuestionFields, today: string): void {
  if (points.length === 0 && text === '') throw failure(QUESTION_EMPTY)
  if (charactersOf(text) > QUESTION_MAX_CHARACTERS) throw failure(QUESTION_TOO_LONG)
  if (dueDay !== null && dueDay < today) throw failure(QUESTION_DUE_PAST)
}
