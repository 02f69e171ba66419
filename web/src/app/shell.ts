import { loadChunk } from '../lib/chunk.ts'
import type { SHELL } from './screen-route.tsx'

let loaded: typeof SHELL | null = null

/** Loads the list of the protected screens and the navigation bar. A first visit needs neither. */
export async function loadShell(): Promise<typeof SHELL> {
  loaded ??= await loadChunk(16, async () => (await import('./screen-route.tsx')).SHELL)
  return loaded
}

/** The shell if it is loaded, as on every protected screen; otherwise null. */
export const loadedShell = () => loaded
