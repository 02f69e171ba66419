import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { fullCountyName } from './county-text.ts'

const names = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * Tells users about their closed counties before they choose a file; null if none is closed. Administrators have every
 * county, and the form does not offer them a closed one.
 */
export function closedCountiesText({
  isAdmin,
  counties,
}: Pick<Session, 'isAdmin' | 'counties'>): string | null {
  const closed = counties.filter(({ isClosed }) => isClosed)
  if (isAdmin || closed.length === 0) return null
  const [isOne, isAll] = [closed.length === 1, closed.length === counties.length]
  const who = names.format(closed.map(({ Name }) => fullCountyName(Name)))
  const what = isOne ? 'is closed and takes no uploads' : 'are closed and take no uploads'
  const still = isAll ? `You can still read ${isOne ? 'its' : 'their'} documents` : 'Your other counties do'
  return `${who} ${what}. ${still}.`
}
