import type { Engines } from '../../engines/engines.ts'
import type { Places } from '../../engines/limiter/places.ts'
import type { ActorContext } from '../access/context.ts'
import type { DocumentEventQueue, DocumentSubscription } from './document-events.ts'
import type { DocumentGuard } from './document-guard.ts'
import type { PageReader } from './pages/page-reader.ts'

/** State of documents that lives longer than one call, and the parts that other records and rooms add. */
export type DocumentsState = {
  readonly documentPages: PageReader
  /** Slots of open downloads, by account. */
  readonly downloadPlaces: Places<number>
  /** Slots of open archives, by account. */
  readonly archivePlaces: Places<number>
  /** Asked in this order before a document leaves. */
  readonly documentGuards: readonly DocumentGuard[]
  readonly documentSubscribers: readonly DocumentSubscription[]
}

/** The engines, state and actor that changing documents needs. */
export type GateContext = ActorContext<Engines & DocumentEventQueue & Pick<DocumentsState, 'documentGuards'>>
