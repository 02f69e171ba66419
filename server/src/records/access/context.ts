import type { CommandTools } from '../../engines/commands/command.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Actor, AnonymousActor, PersonActor } from './actor.ts'

/** What a record works on, and who acts. `World` adds the state that a record keeps, from its `state.ts`. */
export type ActorContext<World = Engines> = World & { readonly actor: Actor }

/** Of a call that anybody may make. */
export type AnonymousContext<World = Engines> = World & { readonly actor: AnonymousActor }

/** Of a call by somebody who is signed in. */
export type PersonContext<World = Engines> = World & { readonly actor: PersonActor }

/** Of a command of the command line. */
export type CommandContext<World = Engines> = ActorContext<World> & CommandTools
