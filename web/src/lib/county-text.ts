import type { Session } from '@portal/contract/auth.ts'

/** The county that an ordinary user works for, 'Reeves County'; null for administrators and for those who have none. */
export function countyText({ isAdmin, countyName }: Pick<Session, 'isAdmin' | 'countyName'>): string | null {
  if (isAdmin || countyName === null) return null
  return /\bcounty$/iu.test(countyName) ? countyName : `${countyName} County`
}
