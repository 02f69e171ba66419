import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { seesSeveralCounties } from './rights.ts'

/** Why there is nothing to see, for who has not been given a county; what they upload is theirs alone until then. */
export const NO_COUNTY =
  'Your account has no county yet, so you see only what you upload yourself. Please contact the helpdesk.'

/** 'Reeves County', unless the name has the word already. */
export function fullCountyName(name: string): string {
  return /\bcounty$/iu.test(name) ? name : `${name} County`
}

/**
 * Whose documents somebody sees who does not see all: 'Reeves County', 'Your 3 counties'; null for administrators and
 * for those who have no county.
 */
export function countyText(session: Pick<Session, 'isAdmin' | 'countyName' | 'counties'>): string | null {
  const { isAdmin, countyName, counties } = session
  if (isAdmin) return null
  if (seesSeveralCounties(session)) return `Your ${counties.length} counties`
  return countyName === null ? null : fullCountyName(countyName)
}

/** Whether somebody who does not see all counties belongs to none. */
export function hasNoCounty({ isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return !isAdmin && counties.length === 0
}
