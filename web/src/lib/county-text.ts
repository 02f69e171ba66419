import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { seesSeveralCounties } from './rights.ts'

/** Tells users without a county why they see no documents; until they have one, only they see their uploads. */
export const NO_COUNTY =
  'Your account has no county yet, so you see only what you upload yourself. Please contact the helpdesk.'

/** 'Reeves County', unless the name has the word already. */
export function fullCountyName(name: string): string {
  return /\bcounty$/iu.test(name) ? name : `${name} County`
}

/**
 * Describes the counties whose documents the user sees: 'Reeves County', 'Your 3 counties'; null for administrators and
 * for users without a county.
 */
export function countyText(session: Pick<Session, 'isAdmin' | 'countyName' | 'counties'>): string | null {
  const { isAdmin, countyName, counties } = session
  if (isAdmin) return null
  if (seesSeveralCounties(session)) return `Your ${counties.length} counties`
  return countyName === null ? null : fullCountyName(countyName)
}

/** Whether the user is not an administrator and has no county. */
export function hasNoCounty({ isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return !isAdmin && counties.length === 0
}
