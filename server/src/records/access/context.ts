import type { CommandTools } from '../../engines/commands/command.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Actor, AnonymousActor, PersonActor } from './actor.ts'

/** What a record works on, and the actor. `World` adds the state that a record holds, from its `state.ts`. */
export type ActorContext<World = Engines> = World & { readonly actor: Actor }

/** The context of a call that anyone may make. */
export type AnonymousContext<World = Engines> = World & { readonly actor: AnonymousActor }

/** The context of a call by a signed-in user. */
export type PersonContext<World = Engines> = World & { readonly actor: PersonActor }

/** The context of a command on the command line. */
export type CommandContext<World = Engines> = ActorContext<World> & CommandTools
