import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import { QUESTION_EMPTY, type askQuestion } from '@portal/contract/questions/questions.ts'

/** What a person asks, as typed so far. */
export type QuestionDraft = {
  readonly points: readonly string[]
  readonly text: string
  /** YYYY-MM-DD; empty for none. */
  readonly dueDay: string
  /** Who is asked; null for the uploader. */
  readonly personId: number | null
}

export const EMPTY_QUESTION: QuestionDraft = { points: [], text: '', dueDay: '', personId: null }

/** Whether nothing was chosen or typed: then only the status is saved. */
export function isEmptyQuestion({ points, text, dueDay, personId }: QuestionDraft): boolean {
  return points.length === 0 && text.trim() === '' && dueDay === '' && personId === null
}

/** Whether something is asked: a due day or a person alone is no question. */
export function asksSomething({ points, text }: QuestionDraft): boolean {
  return points.length > 0 || text.trim() !== ''
}

/** Why a question that was begun cannot be sent. */
export function questionProblem(draft: QuestionDraft): string | null {
  return !asksSomething(draft) && !isEmptyQuestion(draft) ? QUESTION_EMPTY.sentence : null
}

/** The question as its call takes it. */
export function questionOf({
  points,
  text,
  dueDay,
  personId,
}: QuestionDraft): BodyInputOf<typeof askQuestion> {
  return {
    points: [...points],
    text,
    dueDay: dueDay === '' ? null : dueDay,
    ...(personId !== null && { personId }),
  }
}

/** What the person who asked reads when nobody gets the e-mail. */
export function unmailedText(person: string): string {
  return `${person} gets no e-mail: the account is disabled, or may not see the file.`
}
