import { loadChunk } from '../lib/chunk.ts'
import type { SHELL } from './screen-route.tsx'

let loaded: typeof SHELL | null = null

/** Loads the list of the screens behind the sign-in, and the bar around them. No first visit needs either. */
export async function loadShell(): Promise<typeof SHELL> {
  loaded ??= await loadChunk(16, async () => (await import('./screen-route.tsx')).SHELL)
  return loaded
}

/** The same if it is loaded, as on every screen behind the sign-in; else null. */
export const loadedShell = () => loaded
