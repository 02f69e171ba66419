import * as calls from '@portal/contract/runs/runs.ts'
import type { Serve } from '../../records/context.ts'
import { previewRun } from './preview-run.usecases.ts'
import * as usecases from './runs.usecases.ts'
import { startRun } from './start-run.usecases.ts'

export function runsRoutes(serve: Serve): void {
  serve(calls.previewRun, (context, { body, senderGone }) => previewRun(context, body, senderGone))

  serve(calls.startRun, (context, { body }) => startRun(context, body))

  serve(calls.listRuns, (context) => usecases.listOwnRuns(context))

  serve(calls.getRun, (context, { params }) => usecases.readRun(context, params.number))

  serve(calls.listRunDocuments, (context, { params, query }) =>
    usecases.listDocumentsOfRun(context, params.number, query),
  )

  serve(calls.stopRun, (context, { params }) => usecases.stopRun(context, params.number))

  serve(calls.undoRun, (context, { params, body }) => usecases.undoRun(context, params.number, body.key))
}
