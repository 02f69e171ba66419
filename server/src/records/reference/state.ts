import type { Dictionaries } from './dictionaries.ts'

/** The state that reference data holds between calls. */
export type ReferenceState = { readonly dictionaries: Dictionaries }
