import type { ResultOf } from '@portal/contract/endpoint.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import {
  listPeople,
  PEOPLE_ORDERS,
  PERSON_STATES,
  SECOND_FACTOR_FILTERS,
  type Person,
} from '@portal/contract/people/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  resetSecondFactor,
  sendPasswordLink,
} from '@portal/contract/people/person-acts.ts'
import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { call } from '../../lib/call.ts'
import { addressCodec, cursor, id, oneOf, text } from '../../ui/list-screen/address-codec.ts'

/** `/admin/people?search=ana&county=7&role=reader`; a page starts after one cursor or ends before another. */
export const PEOPLE_ADDRESS = addressCodec(
  {
    search: text(),
    county: id(),
    role: oneOf(ROLES),
    state: oneOf(PERSON_STATES),
    'second-factor': oneOf(SECOND_FACTOR_FILTERS),
    order: oneOf(PEOPLE_ORDERS, 'address'),
    after: cursor(),
    before: cursor(),
  },
  (state) => (state.after === null ? state : { ...state, before: null }),
)

export type PeoplePage = ResultOf<typeof listPeople>

export type PeopleState = ReturnType<typeof PEOPLE_ADDRESS.read>['state']

/** The filters and the order of the list. */
export function peopleFilters(state: PeopleState) {
  return {
    order: state.order,
    search: state.search || undefined,
    countyId: state.county ?? undefined,
    role: state.role ?? undefined,
    state: state.state ?? undefined,
    secondFactor: state['second-factor'] ?? undefined,
  }
}

export function peopleQuery(state: PeopleState) {
  const query = {
    ...peopleFilters(state),
    after: state.after ?? undefined,
    before: state.before ?? undefined,
  }
  return {
    queryKey: ['people', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listPeople, { query, signal }),
    fallback: listPeople.fallback,
  }
}

export type Access = { readonly role: Role; readonly countyIds: number[] }

/** Identifies a person and the version that the decision is based on. */
const seen = ({ userID, version }: Person) =>
  ({ params: { userId: userID }, ifMatch: `"${version}"` }) as const

export function giveAccess({ person, role, countyIds }: Access & { readonly person: Person }) {
  return call(changePerson, { ...seen(person), body: { role, countyIds } })
}

/** Disables or enables a person. */
export function setDisabled({ person, isDisabled }: { person: Person; isDisabled: boolean }) {
  return call(isDisabled ? disablePerson : enablePerson, seen(person))
}

export function endSessions({ userID }: Person) {
  return call(endSessionsOf, { params: { userId: userID } })
}

export function resetFactor({ userID }: Person) {
  return call(resetSecondFactor, { params: { userId: userID } })
}

export function sendLink({ userID }: Person) {
  return call(sendPasswordLink, { params: { userId: userID } })
}

export function invite(invitation: Access & { readonly lines: string[] }) {
  return call(invitePeople, { body: invitation })
}
