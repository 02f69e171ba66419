import type { Engines } from '../engines/engines.ts'
import type { Serve as ServeCalls } from '../engines/http/serve.ts'
import type * as access from './access/context.ts'
import type { AccessState } from './access/state.ts'
import type { AccountsState } from './accounts/state.ts'
import type { AuditState } from './audit/state.ts'
import type { DocumentsState } from './documents/state.ts'
import type { ExportsState } from './exports/state.ts'
import type { PreviewsState } from './documents/previews/state.ts'
import type { IntakeState } from './intake/state.ts'
import type { PartiesState } from './parties/state.ts'
import type { ReceiptsState } from './receipts/state.ts'
import type { ReferenceState } from './reference/state.ts'
import type { RunsState } from './runs/state.ts'
import type { SearchState } from './search-index/state.ts'
import type { SuggestionsState } from './suggestions/state.ts'

/** Everything a use case may need, built once: the engines and the state of each record. */
export type World = Engines &
  AccessState &
  ReferenceState &
  AuditState &
  ExportsState &
  AccountsState &
  PartiesState &
  DocumentsState &
  PreviewsState &
  IntakeState &
  ReceiptsState &
  RunsState &
  SearchState &
  SuggestionsState

/** The world and the actor. */
export type Context = access.ActorContext<World>

/** The context of a call that anyone may make. */
export type AnonymousContext = access.AnonymousContext<World>

/** The context of a call by a signed-in user. */
export type PersonContext = access.PersonContext<World>

export type CommandContext = access.CommandContext<World>

/** Registers calls of the contract with their use cases. */
export type Serve = ServeCalls<AnonymousContext, PersonContext>
