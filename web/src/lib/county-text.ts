import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { seesSeveralCounties } from './rights.ts'

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
