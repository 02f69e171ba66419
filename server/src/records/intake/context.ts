import type { Engines } from '../../engines/engines.ts'
import type { ActorContext } from '../access/context.ts'
import type { DocumentEventQueue } from '../documents/document-events.ts'
import type { ReferenceState } from '../reference/state.ts'
import type { IntakeState } from './state.ts'

/** The engines and state that intake needs. */
export type IntakeWorld = Engines & DocumentEventQueue & ReferenceState & IntakeState

/** The same with the actor. */
export type IntakeContext = ActorContext<IntakeWorld>
