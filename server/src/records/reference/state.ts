import type { Dictionaries } from './dictionaries.ts'

/** What reference data remembers between calls. */
export type ReferenceState = { readonly dictionaries: Dictionaries }
