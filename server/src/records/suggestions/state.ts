import type { OwnerDirectories } from './owner-directory.ts'

/** The state that suggestions hold between calls. */
export type SuggestionsState = { readonly ownerDirectories: OwnerDirectories }
