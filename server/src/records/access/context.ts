import type { Engines } from '../../engines/engines.ts'
import type { Actor } from './actor.ts'

/** The engines, and who acts. */
export type ActorContext = Engines & { readonly actor: Actor }
