import { isObject } from './is-object.ts'
import { PATHS } from './paths.ts'
import { forgetInTab, personOfTab, readInTab, writeInTab, type KeptAs } from './tab-memory.ts'

/** Screens that are worth going back to. Nothing else is ever offered, so that no address leads out of the portal. */
const OFFERED = new Set<string>([PATHS.documents, PATHS.ownerDetails, PATHS.upload, PATHS.recycleBin])

type Leaving = {
  /** Path and query. */
  readonly path: string
  /** Whether a session ended there, instead of none having begun. */
  readonly hasEnded: boolean
}

/** Whose screen it was; null where nobody had signed in in this tab. */
function placeOf(username: string | null): KeptAs {
  return { username, name: 'left at' }
}

/** Whether the portal offers to go back to this address; it begins with a path of the portal's own. */
function isOffered(path: string): boolean {
  const [screen = ''] = path.split(/[?#]/u)
  return OFFERED.has(screen.replace(/\/+$/u, ''))
}

/**
 * Remembers, in this tab, where somebody was (path and query) when they were asked to sign in. `isSignedOut`: there
 * surely is no session, so that the one of the tab's person has ended.
 */
export function rememberLeaving({ path, isSignedOut }: { path: string; isSignedOut: boolean }): void {
  const person = personOfTab()
  const leaving: Leaving = { path, hasEnded: isSignedOut && person !== null }
  writeInTab(placeOf(person), leaving)
}

/** Whether the last session of this tab ended by itself. */
export function hasSessionEnded(): boolean {
  return readLeaving(personOfTab())?.hasEnded ?? false
}

/** Where this person may go on; null where they left nothing, or somebody else did. */
export function pathToReturnTo(username: string): string | null {
  const leaving = readLeaving(username) ?? readLeaving(null)
  return leaving && isOffered(leaving.path) ? leaving.path : null
}

/** Once this person is where they were, or at other work. */
export function forgetLeaving(username: string): void {
  forgetInTab(placeOf(username))
  forgetInTab(placeOf(null))
}

function readLeaving(username: string | null): Leaving | null {
  const kept = readInTab(placeOf(username))
  if (!isObject(kept)) return null
  const { path, hasEnded } = kept
  return typeof path === 'string' ? { path, hasEnded: hasEnded === true } : null
}
