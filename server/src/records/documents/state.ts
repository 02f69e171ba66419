import type { Engines } from '../../engines/engines.ts'
import type { Places } from '../../engines/limiter/places.ts'
import type { ActorContext } from '../access/context.ts'
import type { DocumentEventQueue, DocumentSubscription } from './document-events.ts'
import type { DocumentGuard } from './document-guard.ts'
import type { PageReader } from './pages/page-reader.ts'

/** What documents remember between calls, and what other records and rooms add to them. */
export type DocumentsState = {
  readonly documentPages: PageReader
  /** Of open downloads, by account. */
  readonly downloadPlaces: Places<number>
  /** Asked before a document leaves, in this order. */
  readonly documentGuards: readonly DocumentGuard[]
  readonly documentSubscribers: readonly DocumentSubscription[]
}

/** What the gate works on, and who acts. */
export type GateContext = ActorContext<Engines & DocumentEventQueue & Pick<DocumentsState, 'documentGuards'>>
