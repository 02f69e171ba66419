import type { World } from './records/context.ts'
import type { DocumentSubscriber } from './records/documents/document-events.ts'
import { queueTexts } from './records/texts/queue-texts.ts'
import { indexDocument } from './records/search-index/index-document.ts'

/**
 * The subscribers to events of documents. `background.ts` runs them in a server. `world.ts` queues their events in commands
 * too, which do not load the background work.
 */
export const DOCUMENT_SUBSCRIBERS: readonly DocumentSubscriber<World>[] = [queueTexts, indexDocument]
