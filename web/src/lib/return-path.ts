import { isObject } from './wire.ts'
import { screenAt } from './paths.ts'
import { PATHS } from './paths.ts'
import { clearInTab, personOfTab, readInTab, writeInTab, type TabKey } from './tab-memory.ts'

/** Screens that are worth going back to. Nothing else is ever offered, so that no address leads out of the portal. */
const OFFERED = new Set<string>([
  PATHS.documents,
  PATHS.ownerDetails,
  PATHS.upload,
  PATHS.recycleBin,
  // Who scans the code of a receipt signs in first.
  PATHS.receipts,
])

type ReturnPoint = {
  /** Path and query. */
  readonly path: string
  /** Whether a session ended there, rather than there having been none. */
  readonly hasEnded: boolean
}

/** Whose screen it was; null where nobody had signed in in this tab. */
function placeOf(username: string | null): TabKey {
  return { username, name: 'left at' }
}

/** Whether the portal offers to go back to this address; it begins with a path of the portal's own. */
function isOffered(path: string): boolean {
  return OFFERED.has(screenAt(path))
}

/**
 * Remembers, in this tab, where somebody was (path and query) when they were asked to sign in. `isSignedOut`: there
 * surely is no session, so that the one of the tab's person has ended.
 */
export function rememberReturnPoint({ path, isSignedOut }: { path: string; isSignedOut: boolean }): void {
  const person = personOfTab()
  const returnPoint: ReturnPoint = { path, hasEnded: isSignedOut && person !== null }
  writeInTab(placeOf(person), returnPoint)
}

/** Whether the last session of this tab ended by itself. */
export function hasSessionEnded(): boolean {
  return readReturnPoint(personOfTab())?.hasEnded ?? false
}

/** Where this person may continue; null where they left nothing, or somebody else did. */
export function pathToReturnTo(username: string): string | null {
  const returnPoint = readReturnPoint(username) ?? readReturnPoint(null)
  return returnPoint && isOffered(returnPoint.path) ? returnPoint.path : null
}

/** Once this person is back, or doing other work. */
export function clearReturnPoint(username: string): void {
  clearInTab(placeOf(username))
  clearInTab(placeOf(null))
}

function readReturnPoint(username: string | null): ReturnPoint | null {
  const kept = readInTab(placeOf(username))
  if (!isObject(kept)) return null
  const { path, hasEnded } = kept
  return typeof path === 'string' ? { path, hasEnded: hasEnded === true } : null
}
