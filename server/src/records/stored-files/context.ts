import type { Engines } from '../../engines/engines.ts'
import type { ReferenceState } from '../reference/state.ts'

/** What stored files work on. */
export type StoredFilesWorld = Engines & ReferenceState
