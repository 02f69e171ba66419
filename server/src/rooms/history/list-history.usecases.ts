import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type {
  ActivityEvent,
  exportHistory,
  listHistory as listHistoryCall,
} from '@portal/contract/history/history.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { failure } from '../../engines/http/errors.ts'
import { pageOf } from '../../engines/paging/paging.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import { readPosition, writePosition } from '../../records/audit/act-position.ts'
import type { PersonContext } from '../../records/context.ts'
import { toActivityEvent } from './history.models.ts'
import { kindsFor, kindsOfChangesFor } from './history.policy.ts'
import { readHistory, type HistoryFilter, type HistoryRow } from './history.repository.ts'

/**
 * A page of activity, newest first, as far as the caller may read it. Uses a cursor, so that new records cause no gaps
 * or duplicates.
 * @throws PortalError 403 for a county that is not the caller's.
 */
export async function listHistory(
  context: PersonContext,
  { before, ...asked }: QueryOf<typeof listHistoryCall>,
): Promise<ResultOf<typeof listHistoryCall>> {
  const filter = filterFor(context, asked)
  const found = await readHistory(context.database.kysely, filter, {
    after: before === undefined ? null : readPosition(before),
    most: PAGE_SIZE + 1,
  })
  const { page, next } = pageOf(found, PAGE_SIZE, writePosition)
  return { happenings: await toActivity(context, page), next }
}

/**
 * The last changes, newest first, as far as the caller may read them, without looks at documents (R18.31).
 * @throws PortalError 403 for a county that is not the caller's.
 */
export async function listLastChanges(
  context: PersonContext,
  { countyId, most }: { readonly countyId?: number | undefined; readonly most: number },
): Promise<ActivityEvent[]> {
  const filter = { ...filterFor(context, { countyId }), kinds: kindsOfChangesFor(context.actor.person) }
  return toActivity(context, await readHistory(context.database.kysely, filter, { after: null, most }))
}

async function toActivity(
  { dictionaries, actor }: PersonContext,
  rows: readonly HistoryRow[],
): Promise<ActivityEvent[]> {
  const { countyName } = await dictionaries.names()
  return rows.map((row) => toActivityEvent(row, { reader: actor.person, countyName }))
}

/**
 * The requested part of the audit record, limited to what the caller may read.
 * @throws PortalError 403 for a county that is not the caller's.
 */
export function filterFor(
  { settings, actor: { person } }: PersonContext,
  { kind, person: address, ...asked }: Omit<QueryOf<typeof exportHistory>, 'format'>,
): HistoryFilter {
  if (asked.countyId !== undefined && !maySeeCounty(person, asked.countyId)) throw failure(OTHER_COUNTY)
  const theirs = kindsFor(person)
  const kinds =
    kind === undefined ? theirs : [kind].filter((one) => theirs?.some((its) => its === one) ?? true)
  return {
    ...asked,
    seenIn: person.counties,
    kinds,
    person: address?.toLowerCase(),
    timeZone: settings.timeZone,
  }
}
