import { Readable } from 'node:stream'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportHistory as exportHistoryCall, Happening } from '@portal/contract/history.ts'
import { CallResult, type RawBody } from '../../engines/http/call-result.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../engines/http/csv.ts'
import type { PersonContext } from '../../records/context.ts'
import type { ActPosition } from '../../records/audit/act-position.ts'
import { toHappening } from './history.models.ts'
import { readHistory, type HistoryFilter } from './history.repository.ts'
import { filterFor } from './list-history.usecases.ts'

const PORTION = 1000
const HEADER = ['When', 'Who', 'Name', 'What', 'Kind', 'County', 'File', 'From']

/**
 * All that happened and that the filters leave, newest first, as CSV: read in portions as fast as its reader takes it, so
 * that the record of years needs no memory. Somebody gets one such list at a time.
 * @throws PortalError 403 for another county than the caller's, 429 while another list is on its way to them.
 */
export async function exportHistory(
  context: PersonContext,
  { asked, method }: { asked: QueryOf<typeof exportHistoryCall>; method: string },
): Promise<CallResult<RawBody>> {
  const { listTurns, actor, clock, calendar } = context
  const filter = filterFor(context, asked)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="what-happened_${calendar.hourOf(clock.now()).day}.csv"`,
  }
  if (method === 'HEAD') return new CallResult(undefined, { headers })
  const endTurn = await listTurns.take(actor.person.accountId)
  return new CallResult(Readable.from(lines(context, filter)), { headers, onceSent: endTurn })
}

async function* lines(
  { database, actor: { person } }: PersonContext,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER)
  let after: ActPosition | null = null
  for (;;) {
    const rows = await readHistory(database.kysely, filter, { after, most: PORTION })
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(toHappening(row, person)))).join('')
    if (rows.length < PORTION) return
    after = rows.at(-1) ?? null
  }
}

function cellsOf({ at, who, name, what, kind, countyName, FileID, from }: Happening): string[] {
  return [
    at,
    who,
    name ?? '',
    what,
    kind,
    countyName ?? '',
    FileID === null ? '' : String(FileID),
    from ?? '',
  ]
}
