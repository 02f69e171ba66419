import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Right } from '@portal/contract/access/rights.ts'

/** Whether this person holds the right. It decides what a screen offers; the server decides what is done. */
export function may({ rights }: Pick<Session, 'rights'>, right: Right): boolean {
  return rights.includes(right)
}

/** Whether what they see may be of one county or another, so that screens have to tell them apart. */
export function seesSeveralCounties({ isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return isAdmin || counties.length > 1
}

/** Whether there is a county that they work for among others; an administrator names one where it matters. */
export function choosesCounty(session: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return !session.isAdmin && seesSeveralCounties(session)
}

/** The filters without a county that the call would refuse, for example in a link from an administrator. */
export function withOwnCounty<Filters extends { readonly county: number | null }>(
  { isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>,
  filters: Filters,
): Filters {
  const isTheirs = isAdmin || counties.some(({ CountyID }) => CountyID === filters.county)
  return isTheirs || filters.county === null ? filters : { ...filters, county: null }
}
