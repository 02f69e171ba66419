import type { PageReader } from './pages/page-reader.ts'

/** What documents remember between calls. */
export type DocumentsState = { readonly documentPages: PageReader }
