import { EVENTS_OF_DOCUMENTS } from '../audit/events/document-history-kinds.ts'
import { takeWaitingEvents, type DocumentSubscriber } from '../documents/document-events.ts'
import { indexDocuments, type IndexContext } from './index-documents.ts'

/** Documents of one transaction. */
export const INDEXED_AT_ONCE = 20

/** Writes the rows of documents that are new or have changed. */
export const indexDocument: DocumentSubscriber<IndexContext> = {
  name: 'index-document',
  lane: 'index',
  events: ['document.recorded', 'document.changed', 'document.text-read'],
  // The index has none of these facts. A run may change the status of 100,000 documents.
  ignores: [
    'document.status_set',
    'document.rendered_set',
    'document.assigned',
    ...EVENTS_OF_DOCUMENTS.asked,
  ],
  async run(world, { documentIds }, ending) {
    if (documentIds.length < INDEXED_AT_ONCE) await indexWithWaiting(world, documentIds)
    else await indexInPortions(world, documentIds, ending)
  },
}

/** Indexes these documents and those that wait for it. While many files are uploaded, that costs much less than one by one. */
async function indexWithWaiting(world: IndexContext, documentIds: readonly number[]): Promise<void> {
  await world.database.kysely.transaction().execute(async (transaction) => {
    const waiting = await takeWaitingEvents(transaction, indexDocument, INDEXED_AT_ONCE - documentIds.length)
    const ids = waiting.flatMap((event) => event.documentIds)
    await indexDocuments(world, transaction, [...documentIds, ...ids])
  })
}

/** Indexes documents, each portion in a transaction of its own. */
export async function indexInPortions(
  world: IndexContext,
  documentIds: readonly number[],
  ending: AbortSignal,
): Promise<void> {
  for (let from = 0; from < documentIds.length; from += INDEXED_AT_ONCE) {
    ending.throwIfAborted()
    const portion = documentIds.slice(from, from + INDEXED_AT_ONCE)
    await world.database.kysely
      .transaction()
      .execute((transaction) => indexDocuments(world, transaction, portion))
  }
}
