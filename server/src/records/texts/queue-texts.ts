import { EVENTS_OF_DOCUMENTS } from '../audit/events/document-history-kinds.ts'
import type { Engines } from '../../engines/engines.ts'
import type { DocumentEventQueue, DocumentSubscriber } from '../documents/document-events.ts'
import { READ_TEXTS } from './read-texts.job.ts'
import { sweepTexts } from './text-sweep.repository.ts'
import { isAnyTextDue, queueTexts as insertWaiting } from './texts.repository.ts'

/** Queues the text of new documents. A removed document loses its text with its row. */
export const queueTexts: DocumentSubscriber<Engines & DocumentEventQueue> = {
  name: 'queue-texts',
  lane: 'files',
  events: ['document.recorded', 'document.changed'],
  ignores: ['document.assigned', ...EVENTS_OF_DOCUMENTS.asked],
  async run({ database, jobs }, { documentIds }) {
    const added = await database.kysely.transaction().execute(async (transaction) => {
      const count = await insertWaiting(transaction, documentIds)
      if (count > 0) await jobs.enqueue(transaction, READ_TEXTS, {})
      return count
    })
    if (added > 0) jobs.wake()
  },
}

/**
 * Queues documents that have no text yet, and the job that reads them. Each process that runs the lane takes one such
 * job.
 */
export async function queueDueTexts({ database, scanner, jobs }: Engines): Promise<void> {
  await sweepTexts(database.kysely)
  if (!(await isAnyTextDue(database.kysely, scanner !== null))) return
  await database.kysely.transaction().execute((transaction) => jobs.enqueue(transaction, READ_TEXTS, {}))
  jobs.wake()
}
