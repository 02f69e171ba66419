import { Readable } from 'node:stream'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportHistory as exportHistoryCall, ActivityEvent } from '@portal/contract/history/history.ts'
import { CallResult, type RawBody } from '../../engines/http/call-result.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../engines/http/csv.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import type { PersonContext } from '../../records/context.ts'
import type { ActPosition } from '../../records/audit/act-position.ts'
import { toActivityEvent } from './history.models.ts'
import { readHistory } from './history.repository.ts'
import { filterFor } from './list-history.usecases.ts'

type Asked = QueryOf<typeof exportHistoryCall>

const PORTION = 1000
const HEADER = ['When', 'Who', 'Name', 'What', 'Kind', 'County', 'File', 'From']

/**
 * All activity that matches the filters, newest first, as CSV. It is read in batches at the reader's speed, so that the
 * record of years needs little memory. It stops early if the reader loses the right to it. Each person gets one such
 * list at a time.
 * @throws PortalError 403 for a county that is not the caller's, 429 while another list is loading for them.
 */
export async function exportHistory(
  context: PersonContext,
  { asked, method }: { asked: Asked; method: string },
): Promise<CallResult<RawBody>> {
  const { listLimiter, actor, clock, calendar } = context
  filterFor(context, asked)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="what-happened_${calendar.hourOf(clock.now()).day}.csv"`,
  }
  if (method === 'HEAD') return new CallResult(undefined, { headers })
  const endTurn = await listLimiter.take(actor.person.accountId)
  return new CallResult(Readable.from(lines(context, asked)), { headers, onceSent: endTurn })
}

/** Reloads the actor before each batch, because their rights may change during a long export. */
async function* lines(context: PersonContext, asked: Asked): AsyncGenerator<string> {
  const { actor, database, dictionaries } = context
  yield BYTE_ORDER_MARK + csvLine(HEADER)
  let after: ActPosition | null = null
  for (;;) {
    const reader = await reloadActor(database.kysely, { context, right: 'audit.read' })
    const filter = filterFor({ ...context, actor: { ...actor, person: reader } }, asked)
    const rows = await readHistory(database.kysely, filter, { after, most: PORTION })
    const { countyName } = await dictionaries.names()
    if (rows.length > 0)
      yield rows.map((row) => csvLine(cellsOf(toActivityEvent(row, { reader, countyName })))).join('')
    if (rows.length < PORTION) return
    after = rows.at(-1) ?? null
  }
}

function cellsOf({ at, who, name, what, kind, countyName, FileID, from }: ActivityEvent): string[] {
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
