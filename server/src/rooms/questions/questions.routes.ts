import * as calls from '@portal/contract/questions/questions.ts'
import type { Serve } from '../../records/context.ts'
import { answerOpenQuestion } from './answer.usecases.ts'
import { askAboutFile, withdrawOpenQuestion } from './ask.usecases.ts'
import { listQuestionsForCaller } from './own-questions.usecases.ts'
import { listPointsForFile, listQuestionsAbout } from './read-questions.usecases.ts'

export function questionsRoutes(serve: Serve): void {
  serve(calls.listQuestions, (context, { params }) => listQuestionsAbout(context, params.fileId))

  serve(calls.listOwnQuestions, (context) => listQuestionsForCaller(context))

  serve(calls.listQuestionPoints, (context, { params }) => listPointsForFile(context, params.fileId))

  serve(calls.askQuestion, (context, { params, body, ifMatch }) =>
    askAboutFile(context, { fileId: params.fileId, ifMatch, ...body }),
  )

  serve(calls.answerQuestion, (context, { params, body }) =>
    answerOpenQuestion(context, { fileId: params.fileId, ...body }),
  )

  serve(calls.withdrawQuestion, (context, { params }) => withdrawOpenQuestion(context, params.fileId))
}
