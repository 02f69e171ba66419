import {
  PEOPLE_ORDERS,
  PERSON_STATES,
  SECOND_FACTOR_FILTERS,
  type PeopleOrder,
  type PersonState,
  type SecondFactorFilter,
} from '@portal/contract/people/people.ts'
import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { numberInAddress } from '../../lib/address-number.ts'

export type PeopleFilters = {
  readonly search: string
  readonly countyId: number | null
  readonly role: Role | null
  readonly state: PersonState | null
  readonly secondFactor: SecondFactorFilter | null
  readonly order: PeopleOrder
}

/** What the list of people shows, as its address says it; a place is that of the page before or behind which it stands. */
export type PeopleAddress = {
  readonly filters: PeopleFilters
  readonly after: string | null
  readonly before: string | null
}

/** Reads an address that anybody may have typed: what is not known counts as not set. */
export function readPeopleAddress(params: URLSearchParams): PeopleAddress {
  const after = params.get('after')
  return {
    filters: {
      search: params.get('search') ?? '',
      countyId: numberInAddress(params, 'county'),
      role: oneOf(ROLES, params.get('role')),
      state: oneOf(PERSON_STATES, params.get('state')),
      secondFactor: oneOf(SECOND_FACTOR_FILTERS, params.get('second-factor')),
      order: oneOf(PEOPLE_ORDERS, params.get('order')) ?? 'address',
    },
    after,
    before: after === null ? params.get('before') : null,
  }
}

/** A choice as an address or a field has it; null for none, or none that is known. */
export function oneOf<const T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null
}

/** The address of a view; what is not set, and the usual order, are left out. */
export function writePeopleAddress({ filters, after, before }: PeopleAddress): URLSearchParams {
  const { search, countyId, role, state, secondFactor, order } = filters
  const named = {
    search,
    county: countyId === null ? null : String(countyId),
    role,
    state,
    'second-factor': secondFactor,
    order: order === 'address' ? null : order,
    after,
    before,
  }
  return new URLSearchParams(
    Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ''),
  )
}

export function isFiltered({ search, countyId, role, state, secondFactor }: PeopleFilters): boolean {
  return search !== '' || countyId !== null || role !== null || state !== null || secondFactor !== null
}
