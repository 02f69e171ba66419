import type { Session } from '@portal/contract/auth.ts'

/** Whose documents the person works with: the heading of the start page. */
export function scopeText({ isAdmin, countyName }: Pick<Session, 'isAdmin' | 'countyName'>): string {
  if (isAdmin) return 'All counties'
  if (countyName === null) return 'Your documents'
  return /\bcounty$/i.test(countyName) ? countyName : `${countyName} County`
}
