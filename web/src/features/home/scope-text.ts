import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { countyText } from '../../lib/county-text.ts'

/** Whose documents the person works with: the heading of the start page. */
export function scopeText(session: Pick<Session, 'isAdmin' | 'countyName' | 'counties'>): string {
  if (session.isAdmin) return 'All counties'
  return countyText(session) ?? 'Your documents'
}
