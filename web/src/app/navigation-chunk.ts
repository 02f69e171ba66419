import { loadChunk } from '../lib/chunk.ts'

/** Loads what stands around the screens behind the sign-in: nobody needs it before. */
export function loadNavigation() {
  return loadChunk(16, () => import('./navigation-bar.tsx'))
}
