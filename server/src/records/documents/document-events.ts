import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { job, type Job, type JobKind, type Jobs } from '../../engines/jobs/jobs.ts'
import { takeWaitingJobs } from '../../engines/jobs/take-waiting-jobs.repository.ts'
import type { LaneName } from '../../engines/lanes.ts'
import type { AuditAction } from '../audit/events/audit-events.ts'

const DOCUMENT_EVENTS = ['document.recorded', 'document.changed', 'document.text-read'] as const

/**
 * `document.recorded`: the intake recorded documents. `document.changed`: an act wrote new versions, changed links, or
 * binned, restored or removed documents, or a later virus scan found one clean or infected. `document.text-read`: the text
 * of documents was stored, or found unreadable. A subscriber reads their present state; a removed document has none.
 */
export type DocumentEvent = {
  readonly name: (typeof DOCUMENT_EVENTS)[number]
  readonly documentIds: readonly number[]
}

const documentEvent = z.object({ name: z.enum(DOCUMENT_EVENTS), documentIds: z.array(z.int()) })

/** The events that a subscriber gets. Its name is the kind of its jobs. */
export type DocumentSubscription = {
  readonly name: string
  /** A lane of its own: a slow or failing subscriber delays no other. */
  readonly lane: LaneName
  readonly events: readonly DocumentEvent['name'][]
  /** Audited actions that do not concern it: documents that were changed by nothing else are left out of its events. */
  readonly ignores?: readonly AuditAction[]
}

/** A handler of document events. */
export type DocumentSubscriber<W> = DocumentSubscription & {
  /**
   * Gets each event at least once, after its commit: again after a failure or a crash, and in any order. So it must be
   * idempotent. `ending` is aborted when the server stops.
   */
  readonly run: (world: W, event: DocumentEvent, ending: AbortSignal) => Promise<void>
}

/** The context that queueing events needs. */
export type DocumentEventQueue = {
  readonly jobs: Jobs
  readonly documentSubscribers: readonly DocumentSubscription[]
}

function jobKindOf({ name, lane }: DocumentSubscription): JobKind<DocumentEvent> {
  return { kind: name, payload: documentEvent, lane, attempts: 12 }
}

/** A changed document, and the actions of its audit records. */
export type ChangedDocument = { readonly id: number; readonly actions: readonly AuditAction[] }

/** Queues the event `document.changed` in the transaction of the changes, for each subscriber that they concern. */
export async function queueChanges(
  { jobs, documentSubscribers }: DocumentEventQueue,
  transaction: Transaction<DB>,
  changed: readonly ChangedDocument[],
): Promise<void> {
  for (const subscriber of documentSubscribers) {
    const { events, ignores = [] } = subscriber
    const isConcerned = ({ actions }: ChangedDocument) => actions.some((action) => !ignores.includes(action))
    const documentIds = changed.filter(isConcerned).map(({ id }) => id)
    if (!events.includes('document.changed') || documentIds.length === 0) continue
    await jobs.enqueue(transaction, jobKindOf(subscriber), { name: 'document.changed', documentIds })
  }
}

/** Queues an event in the transaction that causes it, as one job for each of its subscribers. */
export async function queueEvent(
  { jobs, documentSubscribers }: DocumentEventQueue,
  transaction: Transaction<DB>,
  event: DocumentEvent,
): Promise<void> {
  if (event.documentIds.length === 0) return
  for (const subscriber of documentSubscribers) {
    if (subscriber.events.includes(event.name)) await jobs.enqueue(transaction, jobKindOf(subscriber), event)
  }
}

/** Characters of the JSON of an event with a few documents. */
const SHORT_EVENT = 200

/**
 * Removes waiting events of a subscriber that have few documents. It handles them in this transaction, together with
 * its own event: a failure leaves them in the queue.
 */
export async function takeWaitingEvents(
  transaction: Transaction<DB>,
  { name }: Pick<DocumentSubscription, 'name'>,
  atMost: number,
): Promise<DocumentEvent[]> {
  const waiting = { kind: name, atMost, payloadLength: SHORT_EVENT }
  return documentEvent.array().parse(await takeWaitingJobs(transaction, waiting))
}

/** Call it after the commit; otherwise subscribers wait for the next poll of the queue. */
export function wakeSubscribers({ jobs, documentSubscribers }: DocumentEventQueue): void {
  if (documentSubscribers.length > 0) jobs.wake()
}

/** The jobs that deliver events to subscribers. */
export function subscriberJobs<W>(subscribers: readonly DocumentSubscriber<W>[]): readonly Job<W>[] {
  return subscribers.map((subscriber) => job(jobKindOf(subscriber), subscriber.run))
}
