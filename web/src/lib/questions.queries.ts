import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import {
  answerQuestion,
  askQuestion,
  listOwnQuestions,
  listQuestionPoints,
  listQuestions,
  withdrawQuestion,
} from '@portal/contract/questions/questions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from './call.ts'
import { UPLOADS_KEY } from './uploads-key.ts'
import type { SaveTarget } from './document-saves.ts'

/** The hash of an address that opens the answer to the question in the preview. */
export const ANSWER_HASH = '#answer'

/** The open questions that ask the user. */
export const ownQuestionsQuery = queryOptions({
  // Below the key of the list, because an answer changes both.
  queryKey: [...UPLOADS_KEY, 'own questions'],
  queryFn: ({ signal }) => call(listOwnQuestions, { signal }),
  staleTime: 0,
})

/** The open question about a document; null if it has none. */
export function openQuestionQuery(fileId: number) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'open question', fileId],
    queryFn: async ({ signal }) => {
      const { questions } = await call(listQuestions, { params: { fileId }, signal })
      return questions.find(({ Answer, Withdrawn }) => Answer === null && Withdrawn === null) ?? null
    },
    staleTime: 0,
    retry: false,
  })
}

/** The usual points of the document's county. */
export function questionPointsQuery(fileId: number) {
  return queryOptions({
    queryKey: ['question points', fileId],
    queryFn: async ({ signal }) => (await call(listQuestionPoints, { params: { fileId }, signal })).points,
    staleTime: 60_000,
    retry: false,
  })
}

/** Asks a question, which sets the status Needs More Info. Returns it with the version of the document. */
export function sendQuestion({ fileId, version }: SaveTarget, body: BodyInputOf<typeof askQuestion>) {
  return callWithVersion(askQuestion, {
    params: { fileId },
    ...(version !== null && { ifMatch: version }),
    body,
  })
}

export function sendAnswer(fileId: number, body: BodyInputOf<typeof answerQuestion>) {
  return call(answerQuestion, { params: { fileId }, body })
}

export function sendWithdrawal(fileId: number) {
  return call(withdrawQuestion, { params: { fileId } })
}
