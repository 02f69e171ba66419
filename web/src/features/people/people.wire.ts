import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listPeople, Person } from '@portal/contract/people/people.ts'
import { fieldsOf, rowsOf } from '../../lib/wire.ts'

export type PeoplePage = {
  readonly people: readonly Person[]
  readonly total: number
  /** The places of the pages beside it; null where there is none. */
  readonly next: string | null
  readonly previous: string | null
}

export function readPeople(answer: ResultOf<typeof listPeople>): PeoplePage {
  const { people, total, next, previous } = fieldsOf(answer)
  const rows = rowsOf(people) as readonly Person[]
  return { people: rows, total: total ?? rows.length, next: next ?? null, previous: previous ?? null }
}
