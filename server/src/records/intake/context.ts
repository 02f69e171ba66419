import type { Engines } from '../../engines/engines.ts'
import type { ActorContext } from '../access/context.ts'
import type { DocumentEventQueue } from '../documents/document-events.ts'
import type { ReferenceState } from '../reference/state.ts'
import type { IntakeState } from './state.ts'

/** What the intake works on. */
export type IntakeWorld = Engines & DocumentEventQueue & ReferenceState & IntakeState

/** What the intake works on, and who acts. */
export type IntakeContext = ActorContext<IntakeWorld>
