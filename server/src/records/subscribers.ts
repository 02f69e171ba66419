import type { Engines } from '../engines/engines.ts'
import type { DocumentEventQueue, DocumentSubscriber } from './documents/document-events.ts'
import { indexDocument } from './search-index/index-document.ts'
import type { IndexContext } from './search-index/index-documents.ts'
import { queueTexts } from './texts/queue-texts.ts'

/** What they need together. */
type SubscriberContext = Engines & DocumentEventQueue & IndexContext

/**
 * The subscribers to events of documents. `background.ts` runs them in a server. `world.ts` queues their events in
 * commands too, which do not load the background work.
 */
export const DOCUMENT_SUBSCRIBERS: readonly DocumentSubscriber<SubscriberContext>[] = [
  queueTexts,
  indexDocument,
]
