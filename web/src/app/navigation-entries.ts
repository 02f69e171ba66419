import { audienceOf, screenAt } from '../lib/may-go.ts'
import { PATHS } from '../lib/paths.ts'

type Entry = { readonly label: string; readonly path: string; readonly alsoAt?: string }

/** The navigation bar (specification, section 2); Logout, which has no address, follows. */
export const ENTRIES: readonly Entry[] = [
  { label: 'Home', path: PATHS.landing, alsoAt: PATHS.welcome },
  { label: 'Documents', path: PATHS.documents },
  { label: 'Owner Detail', path: PATHS.ownerDetails },
  { label: 'Add New', path: PATHS.upload },
  { label: 'Recycle Bin', path: PATHS.recycleBin, alsoAt: PATHS.virusChecks },
]

/** Screens without a footer (specification, section 2). */
const WITHOUT_FOOTER = new Set<string>([
  PATHS.login,
  PATHS.welcome,
  PATHS.confirm,
  PATHS.forgotPassword,
  PATHS.resetPassword,
])

/** Whether an entry leads to the screen at this address. */
export function isCurrent({ path, alsoAt }: Entry, address: string): boolean {
  const here = screenAt(address)
  return here === path || here === alsoAt
}

/** Whether people who are signed in see the bar there: not on the screens that everybody can reach. */
export function hasNavigation(address: string): boolean {
  return (audienceOf(address) ?? 'signed in') === 'signed in'
}

export function hasFooter(address: string): boolean {
  return !WITHOUT_FOOTER.has(screenAt(address))
}
