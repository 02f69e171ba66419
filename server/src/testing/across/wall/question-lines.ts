import { anybody, get, onDocument, type Line } from './line.ts'

const UNKNOWN_PERSON = 990_000_011

/** Calls of the room questions. Nobody of the callers uploaded the document, and its only question was withdrawn. */
export const questionLines: Readonly<Record<string, Line>> = {
  listQuestions: { ask: get(({ fileId }) => `/files/uploads/${fileId}/questions`), status: onDocument() },
  listOwnQuestions: { ask: get(() => '/questions'), status: anybody(200) },
  listQuestionPoints: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/question-points`),
    status: onDocument(),
  },
  askQuestion: {
    ask: ({ fileId }) => ({
      method: 'POST',
      url: `/api/files/uploads/${fileId}/question`,
      payload: { points: [], text: 'Who signed it?', dueDay: null, personId: UNKNOWN_PERSON },
    }),
    status: onDocument(400),
  },
  answerQuestion: {
    ask: ({ fileId }) => ({
      method: 'POST',
      url: `/api/files/uploads/${fileId}/question/answer`,
      payload: { number: 1, text: 'The owner did.', files: [] },
    }),
    status: onDocument(403),
  },
  withdrawQuestion: {
    ask: ({ fileId }) => ({ method: 'DELETE', url: `/api/files/uploads/${fileId}/question` }),
    status: onDocument(409),
  },
}
