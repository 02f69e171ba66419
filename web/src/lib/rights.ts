import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Right } from '@portal/contract/access/rights.ts'

/** Whether this user has the right. It only decides what a screen offers; the server enforces rights. */
export function may({ rights }: Pick<Session, 'rights'>, right: Right): boolean {
  return rights.includes(right)
}

/** Whether the user can see several counties, so that screens must show the county. */
export function seesSeveralCounties({ isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return isAdmin || counties.length > 1
}

/** Whether the user selects one of several counties to work for; administrators name a county where needed. */
export function choosesCounty(session: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return !session.isAdmin && seesSeveralCounties(session)
}

/** Removes a county filter that the call would reject, for example from an administrator's link. */
export function withOwnCounty<Filters extends { readonly county: number | null }>(
  { isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>,
  filters: Filters,
): Filters {
  const isTheirs = isAdmin || counties.some(({ CountyID }) => CountyID === filters.county)
  return isTheirs || filters.county === null ? filters : { ...filters, county: null }
}
