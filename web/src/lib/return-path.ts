import { isObject } from './wire.ts'
import { screenAt } from './paths.ts'
import { PATHS } from './paths.ts'
import { clearInTab, personOfTab, readInTab, writeInTab, type TabKey } from './tab-memory.ts'

/** The only screens that the portal offers to return to, so that no address can lead out of the portal. */
const OFFERED = new Set<string>([
  PATHS.documents,
  PATHS.ownerDetails,
  PATHS.upload,
  PATHS.recycleBin,
  // A user who scans a receipt's QR code must sign in first.
  PATHS.receipts,
])

type ReturnPoint = {
  /** Path and query. */
  readonly path: string
  /** Whether a session ended there; false if there was no session. */
  readonly hasEnded: boolean
}

/** The storage key for this user; null means that no user had signed in in this tab. */
function placeOf(username: string | null): TabKey {
  return { username, name: 'left at' }
}

/** Whether the portal offers to return to this address, which must begin with one of the offered paths. */
function isOffered(path: string): boolean {
  return OFFERED.has(screenAt(path))
}

/**
 * Stores in this tab the user's address (path and query) before the portal asked them to sign in. `isSignedOut` means
 * that there is certainly no session, so the session of the tab's user has ended.
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

/** The address where this user may continue; null if none is stored, or if it is another user's. */
export function pathToReturnTo(username: string): string | null {
  const returnPoint = readReturnPoint(username) ?? readReturnPoint(null)
  return returnPoint && isOffered(returnPoint.path) ? returnPoint.path : null
}

/** Deletes the stored address once this user has returned or does other work. */
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
