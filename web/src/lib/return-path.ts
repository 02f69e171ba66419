import { PATHS } from './paths.ts'
import { forgetInTab, readInTab, writeInTab } from './tab-memory.ts'

/** Screens that are worth going back to. Nothing else is ever offered, so that no address leads out of the portal. */
const OFFERED = new Set<string>([PATHS.documents, PATHS.ownerDetails, PATHS.upload, PATHS.recycleBin])

const KEY = 'left at'
const PERSON_KEY = 'person'

type Leaving = {
  /** Path and query. */
  readonly path: string
  /** Whose screen it was; null where nobody had signed in in this tab. */
  readonly username: string | null
  /** Whether a session ended there, instead of none having begun. */
  readonly hasEnded: boolean
}

/** Whether the portal offers to go back to this address; it begins with a path of the portal's own. */
function isOffered(path: string): boolean {
  const [screen = ''] = path.split(/[?#]/u)
  return OFFERED.has(screen.replace(/\/+$/u, ''))
}

/** Remembers, in this tab, who works in it: what they leave behind is theirs. */
export function rememberPerson(username: string): void {
  writeInTab(PERSON_KEY, username)
}

/**
 * Remembers, in this tab, where somebody was (path and query) when they were asked to sign in. `isOut`: there surely is
 * no session, so that the one of the tab's person has ended.
 */
export function rememberLeaving({ path, isOut }: { readonly path: string; readonly isOut: boolean }): void {
  const person = readInTab(PERSON_KEY)
  const username = typeof person === 'string' ? person : null
  writeInTab(KEY, { path, username, hasEnded: isOut && username !== null } satisfies Leaving)
}

/** Whether the last session of this tab ended by itself. */
export function hasSessionEnded(): boolean {
  return readLeaving()?.hasEnded ?? false
}

/** Where this person may go on; null where they left nothing, or somebody else did. */
export function pathToReturnTo(username: string): string | null {
  const leaving = readLeaving()
  if (!leaving || !isOffered(leaving.path)) return null
  return leaving.username === null || leaving.username === username ? leaving.path : null
}

/** Once they are where they were, or at other work. */
export function forgetLeaving(): void {
  forgetInTab((key) => key === KEY)
}

/** Once they have signed out: nothing tells any more who was here. */
export function forgetPerson(): void {
  forgetInTab((key) => key === KEY || key === PERSON_KEY)
}

function readLeaving(): Leaving | null {
  const kept = readInTab(KEY)
  if (typeof kept !== 'object' || kept === null) return null
  const { path, username, hasEnded } = kept as Record<string, unknown>
  const isPerson = username === null || typeof username === 'string'
  return typeof path === 'string' && isPerson ? { path, username, hasEnded: hasEnded === true } : null
}
