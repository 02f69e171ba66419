import { PATHS } from '../lib/paths.ts'

type Entry = { readonly label: string; readonly path: string; readonly alsoAt?: string }

/** The navigation bar (specification, section 2); Logout, which is no address, follows. */
export const ENTRIES: readonly Entry[] = [
  { label: 'Home', path: PATHS.landing, alsoAt: PATHS.welcome },
  { label: 'Documents', path: PATHS.documents },
  { label: 'Owner Detail', path: PATHS.ownerDetails },
  { label: 'Add New', path: PATHS.upload },
  { label: 'Recycle Bin', path: PATHS.recycleBin },
]

/** Screens for those who are not signed in: no navigation bar there. */
const PUBLIC = new Set<string>([
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirm,
])

/** Screens without a footer (specification, section 2). */
const WITHOUT_FOOTER = new Set<string>([
  PATHS.login,
  PATHS.welcome,
  PATHS.confirm,
  PATHS.forgotPassword,
  PATHS.resetPassword,
])

function withoutSlashAtEnd(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** Whether an entry stands for the screen at this address. */
export function isCurrent({ path, alsoAt }: Entry, address: string): boolean {
  const here = withoutSlashAtEnd(address)
  return here === path || here === alsoAt
}

export function hasNavigation(address: string): boolean {
  return !PUBLIC.has(withoutSlashAtEnd(address))
}

export function hasFooter(address: string): boolean {
  return !WITHOUT_FOOTER.has(withoutSlashAtEnd(address))
}
