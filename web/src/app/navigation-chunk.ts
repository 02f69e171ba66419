import { loadChunk } from '../lib/chunk.ts'
import type { NavigationBar } from './navigation-bar.tsx'

type Navigation = { readonly NavigationBar: typeof NavigationBar }

let loaded: Navigation | null = null

/** Loads what stands around the screens behind the sign-in: nobody needs it before. */
export async function loadNavigation(): Promise<Navigation> {
  loaded ??= await loadChunk(16, () => import('./navigation-bar.tsx'))
  return loaded
}

/** The same where it has come, as the loader of each screen behind the sign-in sees to; else null. */
export const loadedNavigation = () => loaded
