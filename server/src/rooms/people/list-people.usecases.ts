import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { listPeople as listPeopleCall, PeopleOrder } from '@portal/contract/people/people.ts'
import { failure } from '../../engines/http/errors.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { viewerOf, toPerson } from './people.models.ts'
import {
  countPeople,
  hasMoreRows,
  readPeople,
  type PeopleFilter,
  type PersonRow,
} from './people.repository.ts'
import { encodeCursor, readPlace, type Place } from './cursor.ts'

type Page = ResultOf<typeof listPeopleCall>

/**
 * Returns a page of the people whom the caller may see, with the cursors of the pages next to it. Keyset paging neither
 * skips nor repeats anyone when people are added or removed.
 * @throws PortalError 403 if the county is not one of the caller's.
 */
export async function listPeople(
  context: PersonContext,
  { order = 'address', after, before, ...asked }: QueryOf<typeof listPeopleCall>,
): Promise<Page> {
  const { kysely: db } = context.database
  const { person } = context.actor
  if (asked.countyId !== undefined && !maySeeCounty(person, asked.countyId)) throw failure(OTHER_COUNTY)
  const filter: PeopleFilter = { ...asked, seenIn: person.counties, rule: context.settings }
  const way = before === undefined ? 'after' : 'before'
  const place = await readPlace(context.cursorSeal, after ?? before)
  const from = place && ({ place, way } as const)
  const [found, total] = await Promise.all([
    readPeople(db, filter, { order, from, atMost: PAGE_SIZE + 1 }),
    countPeople(db, filter),
  ])
  const rows = way === 'before' ? found.slice(-PAGE_SIZE) : found.slice(0, PAGE_SIZE)
  const isMore = { [way]: found.length > PAGE_SIZE }
  const beside = async (side: 'after' | 'before', row: PersonRow | undefined) => {
    if (!row) return null
    const ownPlace = placeOf(row, order)
    const isThere =
      isMore[side] ??
      (from !== null && (await hasMoreRows(db, filter, { order, place: ownPlace, way: side })))
    return isThere ? encodeCursor(context.cursorSeal, ownPlace) : null
  }
  const look = viewerOf(context, person)
  return {
    people: rows.map((row) => toPerson(row, look)),
    total,
    next: await beside('after', rows.at(-1)),
    previous: await beside('before', rows[0]),
  }
}

/** Where the row is in the list. */
export function placeOf({ id, email, lastSignedInAt }: PersonRow, order: PeopleOrder): Place {
  return { key: order === 'address' ? email : (lastSignedInAt?.toISOString() ?? ''), id }
}
