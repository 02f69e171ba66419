import type { Engines } from '../../engines/engines.ts'
import type { ReferenceState } from '../reference/state.ts'

/** The engines and state that stored files need. */
export type StoredFilesWorld = Engines & ReferenceState
