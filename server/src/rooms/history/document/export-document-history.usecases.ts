import { Readable } from 'node:stream'
import type { DocumentEvent } from '@portal/contract/history/document-history.ts'
import { CallResult, type RawBody } from '../../../engines/http/call-result.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../engines/http/csv.ts'
import type { PersonContext } from '../../../records/context.ts'
import { requireHistoryOf } from './list-document-history.usecases.ts'
import { walkDocumentHistory, type HistoryRequest } from './walk-document-history.ts'

const HEADER = ['When', 'Who', 'Name', 'What', 'Kind', 'Before', 'After', 'Receipts', 'From', 'Record']

type ExportRequest = HistoryRequest & { readonly method: string }

/**
 * All of a document's history that the caller may know, newest first, as CSV. It is read in portions at the reader's
 * speed. Each person gets one such list at a time.
 * @throws PortalError 404, 403 for a document in the bin, 429 while another list is loading for them (R8.57).
 */
export async function exportDocumentHistory(
  context: PersonContext,
  { method, ...asked }: ExportRequest,
): Promise<CallResult<RawBody>> {
  const { listLimiter, actor, clock, calendar } = context
  await requireHistoryOf(context, asked.fileId)
  const { day } = calendar.hourOf(clock.now())
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="history-of-file-${asked.fileId}_${day}.csv"`,
  }
  if (method === 'HEAD') return new CallResult(undefined, { headers })
  const endTurn = await listLimiter.take(actor.person.accountId)
  return new CallResult(Readable.from(lines(context, asked)), { headers, onceSent: endTurn })
}

async function* lines(context: PersonContext, asked: HistoryRequest): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER)
  for await (const events of walkDocumentHistory(context, asked))
    yield events.map((event) => csvLine(cellsOf(event))).join('')
}

function cellsOf({ id, at, who, name, what, kind, changes, receipts, from }: DocumentEvent): string[] {
  const sideOf = (side: 'before' | 'after') =>
    changes.map((change) => `${change.field}: ${change[side] ?? ''}`).join('\n')
  return [
    at,
    who,
    name ?? '',
    what,
    kind,
    sideOf('before'),
    sideOf('after'),
    receipts.join(' '),
    from ?? '',
    id,
  ]
}
