import { z } from 'zod'
import { cleanText } from '../comments/comment-text.ts'
import { isDayInRange } from '../day-range.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, fileId, id } from '../fields.ts'
import { CHANGED_MEANWHILE, FILE_NOT_FOUND, IN_THE_BIN, OPEN_FORBIDDEN } from '../files/document-errors.ts'
import { openQuestion, question } from './open-question.ts'
import {
  MAX_ANSWER_FILES,
  MAX_QUESTION_POINTS,
  POINT_MAX_CHARACTERS,
  QUESTION_MAX_CHARACTERS,
} from './question-text.ts'

// Questions about a document in Needs More Info, and their answers.

/** Questions of a document that a list has, the newest. */
export const MAX_QUESTIONS = 20

const CHARACTERS = QUESTION_MAX_CHARACTERS.toLocaleString('en-US')

export const QUESTION_EMPTY = defineError({
  code: 'question.empty',
  status: 400,
  sentence: 'Choose what is missing, or write a sentence.',
})
export const QUESTION_TOO_LONG = defineError({
  code: 'question.too_long',
  status: 400,
  sentence: `A question may have at most ${CHARACTERS} characters.`,
})
export const QUESTION_POINT_UNKNOWN = defineError({
  code: 'question.point_unknown',
  status: 400,
  sentence: 'The usual questions of the county have changed. Reload the page and choose again.',
})
export const QUESTION_DUE_PAST = defineError({
  code: 'question.due_past',
  status: 400,
  sentence: 'The due day has passed. Choose today or a later day.',
})
export const QUESTION_PERSON_UNKNOWN = defineError({
  code: 'question.person_unknown',
  status: 400,
  sentence: 'This person may not see the file. Choose another person.',
})
export const QUESTION_STATUS = defineError({
  code: 'question.status',
  status: 400,
  sentence: 'A question goes with the status Needs More Info only.',
})
export const QUESTION_OPEN = defineError({
  code: 'question.open',
  status: 409,
  sentence: 'This file has an open question already. Withdraw it before you ask another one.',
})
export const QUESTION_CLOSED = defineError({
  code: 'question.closed',
  status: 409,
  sentence: 'This question was answered or withdrawn. Reload the page to see what happened.',
})
export const ANSWER_EMPTY = defineError({
  code: 'answer.empty',
  status: 400,
  sentence: 'Write an answer, or attach a file.',
})
export const ANSWER_TOO_LONG = defineError({
  code: 'answer.too_long',
  status: 400,
  sentence: `An answer may have at most ${CHARACTERS} characters.`,
})
export const ANSWER_FORBIDDEN = defineError({
  code: 'answer.not_allowed',
  status: 403,
  sentence: 'Only the uploader and the person who was asked may answer.',
})
export const ANSWER_FILE_UNKNOWN = defineError({
  code: 'answer.file_unknown',
  status: 400,
  sentence: 'An answer may have only your own uploads of the same county. Remove the other files.',
})

/** Any length up to the limit of a body: a long text gets the error of its use case. */
const written = (tooLong: string) =>
  z
    .string('The text is missing.')
    .max(20_000, tooLong)
    .refine((typed) => !typed.includes('\0'), 'The text holds a character that is not allowed.')
    .overwrite(cleanText)

const DAY_WRONG = 'The due day must be a date such as 2026-04-15.'

/** What a person asks: usual points of the county, a text, and a due day. */
export const questionFields = z.object({
  points: z.array(z.string().max(POINT_MAX_CHARACTERS)).max(MAX_QUESTION_POINTS),
  text: written(QUESTION_TOO_LONG.sentence),
  dueDay: z.iso.date(DAY_WRONG).refine(isDayInRange, DAY_WRONG).nullable(),
})
export type QuestionFields = z.output<typeof questionFields>

/** The errors of what a person asks. */
export const QUESTION_FIELD_ERRORS = [
  QUESTION_EMPTY,
  QUESTION_TOO_LONG,
  QUESTION_POINT_UNKNOWN,
  QUESTION_DUE_PAST,
] as const

const ofFile = z.object({ fileId })

export const listQuestions = endpoint({
  summary: `The newest ${MAX_QUESTIONS} questions about a document that the caller may see, newest first, with their answers.`,
  method: 'GET',
  path: '/files/uploads/:fileId/questions',
  access: 'session',
  params: ofFile,
  result: z.object({ questions: z.array(question) }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The questions about this file could not be loaded.',
})

export const listQuestionPoints = endpoint({
  summary: 'The usual questions of the county of a document, in their order.',
  method: 'GET',
  path: '/files/uploads/:fileId/question-points',
  access: 'documents.edit',
  params: ofFile,
  result: z.object({ points: z.array(z.string()) }),
  errors: [FILE_NOT_FOUND],
  fallback: 'The usual questions of the county could not be loaded.',
})

export const askQuestion = endpoint({
  summary:
    'Asks what is missing. The document gets the status Needs More Info, if it has another one. `personId` is asked; without it, the uploader is. `isMailed` is false if that person is disabled or may not see the document: then the question is stored, and nobody gets an e-mail.',
  method: 'POST',
  path: '/files/uploads/:fileId/question',
  access: 'documents.edit',
  params: ofFile,
  body: questionFields.extend({ personId: id.optional() }),
  result: z.object({ question: openQuestion, isMailed: z.boolean() }),
  errors: [
    FILE_NOT_FOUND,
    IN_THE_BIN,
    CHANGED_MEANWHILE,
    ...QUESTION_FIELD_ERRORS,
    QUESTION_PERSON_UNKNOWN,
    QUESTION_OPEN,
  ],
  fallback: 'The question could not be sent.',
})

export const answerQuestion = endpoint({
  summary:
    'Answers the open question with this number, by its uploader or the person who was asked. `files` are own uploads of the same county. The document gets the status New.',
  method: 'POST',
  path: '/files/uploads/:fileId/question/answer',
  access: 'session',
  params: ofFile,
  body: z.object({
    number: id,
    text: written(ANSWER_TOO_LONG.sentence),
    files: z.array(id).max(MAX_ANSWER_FILES, `An answer may have at most ${MAX_ANSWER_FILES} files.`),
  }),
  result: done,
  errors: [
    FILE_NOT_FOUND,
    IN_THE_BIN,
    ANSWER_FORBIDDEN,
    QUESTION_CLOSED,
    ANSWER_EMPTY,
    ANSWER_TOO_LONG,
    ANSWER_FILE_UNKNOWN,
  ],
  fallback: 'The answer could not be sent.',
})

export const withdrawQuestion = endpoint({
  summary: 'Withdraws the open question about a document. Its status stays.',
  method: 'DELETE',
  path: '/files/uploads/:fileId/question',
  access: 'documents.edit',
  params: ofFile,
  result: done,
  errors: [FILE_NOT_FOUND, IN_THE_BIN, QUESTION_CLOSED],
  fallback: 'The question could not be withdrawn.',
})

/** Questions that a person has to answer and a list shows, the first due. */
export const MAX_OWN_QUESTIONS = 50

const ownQuestion = openQuestion.extend({
  FileID: id,
  FileName: z.string(),
  CountyName: z.string().nullable(),
})
export type OwnQuestion = z.output<typeof ownQuestion>

export const listOwnQuestions = endpoint({
  summary: `The open questions that ask the caller, the first due first, at most ${MAX_OWN_QUESTIONS}, with their exact number: only those about documents outside the bin that they may see.`,
  method: 'GET',
  path: '/questions',
  access: 'session',
  result: z.object({ total: z.int(), questions: z.array(ownQuestion) }),
  errors: [],
  fallback: 'Your questions could not be loaded.',
})
