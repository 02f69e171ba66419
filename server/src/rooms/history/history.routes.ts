import * as calls from '@portal/contract/history/history.ts'
import type { Serve } from '../../records/context.ts'
import { listEvents as listEventsCall } from '@portal/contract/history/events.ts'
import { listEvents } from './events/event-feed.usecases.ts'
import * as documents from '@portal/contract/history/document-history.ts'
import { exportDocumentHistory } from './document/export-document-history.usecases.ts'
import { listDocumentHistory } from './document/list-document-history.usecases.ts'
import { documentHistoryPdf } from './document/pdf/history-pdf.usecases.ts'
import { exportHistory } from './export-history.usecases.ts'
import { choicesFor } from './history.policy.ts'
import { listHistory } from './list-history.usecases.ts'

export function historyRoutes(serve: Serve): void {
  serve(listEventsCall, (context, { query }) => listEvents(context, query))

  serve(calls.listHistory, (context, { query }) => listHistory(context, query))

  serve(calls.listKindsOfActs, async ({ actor }) => choicesFor(actor.person))

  serve(calls.exportHistory, (context, { query, request }) =>
    exportHistory(context, { ...query, method: request.method }),
  )

  serve(documents.getDocumentHistory, (context, { params, query }) =>
    listDocumentHistory(context, { ...params, ...query }),
  )

  serve(documents.exportDocumentHistory, (context, { params, query, request }) =>
    exportDocumentHistory(context, { ...params, ...query, method: request.method }),
  )

  serve(documents.getDocumentHistoryPdf, (context, { params, request }) =>
    documentHistoryPdf(context, { ...params, method: request.method }),
  )
}
