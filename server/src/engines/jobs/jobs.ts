import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/generated/db.d.ts'
import type { LaneName } from '../lanes.ts'

/** Work ended early because the process stops. A job that fails with it runs again, as if it had never been tried. */
export class ProcessStops extends Error {}

/** What may be queued: a name, the facts it needs, and how it is worked off. */
export type JobKind<Payload> = {
  readonly kind: string
  readonly payload: z.ZodType<Payload>
  /** Jobs of a lane run one after the other: so a mail server that does not respond delays only mail. */
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
   * `ending` tells long work to leave off soon: the server stops, or another has the job by now.
   * @throws what `work` throws, and a ZodError for a payload of another shape.
   */
  run(world: W, payload: unknown, ending: AbortSignal): Promise<void>
}

/** Says what is done for a kind of job. */
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
  /** Queues a job for each payload in the caller's transaction: they run only if that commits, at least once. */
  enqueue<Payload>(
    transaction: Transaction<DB>,
    kind: JobKind<Payload>,
    ...payloads: NoInfer<Payload>[]
  ): Promise<void>
  /** Queues a job that is due after a pause; one of its key that waits already stays due when it was. */
  enqueueLater<Payload>(
    transaction: Transaction<DB>,
    kind: JobKind<Payload>,
    later: { readonly payload: NoInfer<Payload>; readonly pauseMs: number },
  ): Promise<void>
  /** Looks for due jobs now instead of at the next poll; call it after the commit. */
  wake(): void
  /** Calls `listener` at every wake; returns what ends that. */
  onWake(listener: () => void): () => void
}
