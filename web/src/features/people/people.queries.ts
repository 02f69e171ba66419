import { invitePeople } from '@portal/contract/people/invitations.ts'
import { listPeople, type Person } from '@portal/contract/people/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  resetSecondFactor,
  sendPasswordLink,
} from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { UnreadableAnswer } from '../../lib/wire.ts'
import type { PeopleAddress } from './people-address.ts'
import { readPeople } from './people.wire.ts'

export const PEOPLE_KEY = ['people']

/** A page of the people; others change them, so it is never fresh. */
export function peopleQuery({ filters, after, before }: PeopleAddress) {
  const { search, countyId, role, state, secondFactor, order } = filters
  const query = {
    order,
    search: search || undefined,
    countyId: countyId ?? undefined,
    role: role ?? undefined,
    state: state ?? undefined,
    secondFactor: secondFactor ?? undefined,
    after: after ?? undefined,
    before: before ?? undefined,
  }
  return queryOptions({
    queryKey: [...PEOPLE_KEY, query],
    queryFn: async ({ signal }) => readPeople(await call(listPeople, { query, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: (error) => error instanceof UnreadableAnswer,
  })
}

export type Access = { readonly role: Role; readonly countyIds: number[] }

/** Which person, as they were when it was decided. */
const seen = ({ userID, version }: Person) =>
  ({ params: { userId: userID }, ifMatch: `"${version}"` }) as const

export function giveAccess({ person, role, countyIds }: Access & { readonly person: Person }) {
  return call(changePerson, { ...seen(person), body: { role, countyIds } })
}

/** Lets a person in no more, or in again. */
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
