import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import { audienceOf, screenAt } from '../lib/may-go.ts'
import { PATHS } from '../lib/paths.ts'
import { may, mayAdminister } from '../lib/rights.ts'

type Entry = {
  readonly label: string
  readonly path: string
  readonly alsoAt?: string
  /** Whom it is for; where it has none, everybody who is signed in. */
  readonly right?: Right
}

/** For those who administer something: after the entries of the specification. */
const ADMINISTRATION: Entry = { label: 'Administration', path: PATHS.administration }

/** The navigation bar (specification, section 2); Logout, which has no address, follows. */
const ENTRIES: readonly Entry[] = [
  { label: 'Home', path: PATHS.landing, alsoAt: PATHS.welcome },
  { label: 'Documents', path: PATHS.documents },
  { label: 'Owner Detail', path: PATHS.ownerDetails },
  { label: 'Add New', path: PATHS.upload, right: 'documents.add' },
  { label: 'Recycle Bin', path: PATHS.recycleBin, alsoAt: PATHS.virusChecks, right: 'documents.add' },
]

/** The entries that lead this person somewhere. */
export function entriesFor(session: Pick<Session, 'rights' | 'secondFactor'>): readonly Entry[] {
  if (session.secondFactor) return []
  const own = ENTRIES.filter(({ right }) => right === undefined || may(session, right))
  return mayAdminister(session) ? [...own, ADMINISTRATION] : own
}

/** Screens without a footer (specification, section 2). */
const WITHOUT_FOOTER = new Set<string>([
  PATHS.login,
  PATHS.welcome,
  PATHS.confirm,
  PATHS.forgotPassword,
  PATHS.resetPassword,
])

/** Whether an entry leads to the screen at this address, or to those below it. */
export function isCurrent({ path, alsoAt }: Entry, address: string): boolean {
  const here = screenAt(address)
  return here === path || here === alsoAt || here.startsWith(`${path}/`)
}

/** Whether people who are signed in see the bar there: not on the screens that everybody can reach. */
export function hasNavigation(address: string): boolean {
  return (audienceOf(address) ?? 'signed in') === 'signed in'
}

export function hasFooter(address: string): boolean {
  return !WITHOUT_FOOTER.has(screenAt(address))
}
