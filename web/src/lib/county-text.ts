import type { Session } from '@portal/contract/auth.ts'

/** The county that an ordinary user works for, 'Reeves County'; null for administrators and for those who have none. */
export function countyText({
  isAdmin,
  countyName,
}: Pick<Session, 'isAdmin'> & Partial<Pick<Session, 'countyName'>>): string | null {
  // The specification's session names no county.
  if (isAdmin || !countyName) return null
  return /\bcounty$/iu.test(countyName) ? countyName : `${countyName} County`
}
