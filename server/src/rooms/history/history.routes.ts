import * as calls from '@portal/contract/history/history.ts'
import type { Serve } from '../../records/context.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { listDocumentHistory } from './document/list-document-history.usecases.ts'
import { exportHistory } from './export-history.usecases.ts'
import { choicesFor } from './history.policy.ts'
import { listHistory } from './list-history.usecases.ts'

export function historyRoutes(serve: Serve): void {
  serve(calls.listHistory, (context, { query }) => listHistory(context, query))

  serve(calls.listKindsOfActs, async ({ actor }) => choicesFor(actor.person))

  serve(calls.exportHistory, (context, { query, request }) =>
    exportHistory(context, { asked: query, method: request.method }),
  )

  serve(getDocumentHistory, (context, { params, query }) =>
    listDocumentHistory(context, { ...params, ...query }),
  )
}
