import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { exportHistory, listHistory as listHistoryCall } from '@portal/contract/history/history.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { failure } from '../../engines/http/errors.ts'
import { pageOf } from '../../engines/paging/paging.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import { readPosition, writePosition } from '../../records/audit/act-position.ts'
import type { PersonContext } from '../../records/context.ts'
import { toActivityEvent } from './history.models.ts'
import { kindsFor } from './history.policy.ts'
import { readHistory, type HistoryFilter } from './history.repository.ts'

/**
 * A page of activity, newest first, as far as the caller may read it. Uses a cursor, so that new records cause no gaps
 * or duplicates.
 * @throws PortalError 403 for a county that is not the caller's.
 */
export async function listHistory(
  context: PersonContext,
  { before, ...asked }: QueryOf<typeof listHistoryCall>,
): Promise<ResultOf<typeof listHistoryCall>> {
  const { database, dictionaries, actor } = context
  const filter = filterFor(context, asked)
  const found = await readHistory(database.kysely, filter, {
    after: before === undefined ? null : readPosition(before),
    most: PAGE_SIZE + 1,
  })
  const { countyName } = await dictionaries.names()
  const { page, next } = pageOf(found, PAGE_SIZE, writePosition)
  return {
    happenings: page.map((row) => toActivityEvent(row, { reader: actor.person, countyName })),
    next,
  }
}

/**
 * The requested part of the audit record, limited to what the caller may read.
 * @throws PortalError 403 for a county that is not the caller's.
 */
export function filterFor(
  { settings, actor: { person } }: PersonContext,
  { kind, person: address, ...asked }: QueryOf<typeof exportHistory>,
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
