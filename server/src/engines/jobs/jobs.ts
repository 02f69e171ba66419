import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/generated/db.d.ts'
import type { LaneName } from '../lanes.ts'

/** Thrown by work that ends early because the process stops. The job runs again, and the attempt does not count. */
export class ProcessStops extends Error {}

/** A kind of job: its name, its payload, and how it runs. */
export type JobKind<Payload> = {
  readonly kind: string
  readonly payload: z.ZodType<Payload>
  /** Jobs of a lane run one after another, so a mail server that does not respond delays only mail. */
  readonly lane: LaneName
  /** Maximum attempts before the job is dead; Infinity for a job that must succeed, however long it takes. */
  readonly attempts: number
  /**
   * Only one job per key waits, with the newest payload. A running job may have missed the newest change, so another
   * may wait at the same time. A transaction that queues a key waits for an earlier one with that key to commit.
   */
  readonly keyOf?: (payload: Payload) => string
}

/** A kind of job with its work, which may run more than once. */
export type Job<W> = {
  readonly kind: string
  readonly lane: LaneName
  readonly attempts: number
  /**
   * `ending` is aborted when the server stops or another worker has the job. Long work should then return soon.
   * @throws what `work` throws, and a ZodError for a payload of another shape.
   */
  run(world: W, payload: unknown, ending: AbortSignal): Promise<void>
}

/** Pairs a kind of job with its work. */
export function job<W, Payload>(
  { kind, payload, lane, attempts }: JobKind<Payload>,
  work: (world: W, payload: Payload, ending: AbortSignal) => Promise<void>,
): Job<W> {
  return {
    kind,
    lane,
    attempts,
    run: async (world, queued, ending) => work(world, payload.parse(queued), ending),
  }
}

export type Jobs = {
  /** Queues a job for each payload in the caller's transaction. The jobs run only if it commits, and at least once. */
  enqueue<Payload>(
    transaction: Transaction<DB>,
    kind: JobKind<Payload>,
    ...payloads: NoInfer<Payload>[]
  ): Promise<void>
  /** Queues a job that is due after a pause. A waiting job with the same key keeps its due time. */
  enqueueLater<Payload>(
    transaction: Transaction<DB>,
    kind: JobKind<Payload>,
    later: { readonly payload: NoInfer<Payload>; readonly pauseMs: number },
  ): Promise<void>
  /** Checks for due jobs now instead of at the next poll. Call it after the commit. */
  wake(): void
  /** Calls `listener` at every wake. Returns a function that removes the listener. */
  onWake(listener: () => void): () => void
}
