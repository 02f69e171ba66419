import { EventEmitter } from 'node:events'
import { insertJobs } from './job.repository.ts'
import type { JobKind, Jobs } from './jobs.ts'

/** The queueing side; `runJobs` is the working side. */
export function createJobs(): Jobs {
  const calls = new EventEmitter<{ wake: [] }>()
  // Each lane listens, and a test runs the lanes of several processes in one.
  calls.setMaxListeners(0)
  return {
    async enqueue(transaction, kind, ...payloads) {
      const jobs = withKeys(kind, payloads)
      if (jobs.length > 0) await insertJobs(transaction, { kind: kind.kind, jobs })
    },
    async enqueueLater(transaction, kind, { payload, pauseMs }) {
      await insertJobs(transaction, { kind: kind.kind, jobs: withKeys(kind, [payload]), pauseMs })
    },
    wake: () => void calls.emit('wake'),
    onWake(listener) {
      calls.on('wake', listener)
      return () => calls.off('wake', listener)
    },
  }
}

type KeyedPayload<Payload> = { readonly payload: Payload; readonly key: string | null }

/** Returns each key once, in a fixed order, so two callers that queue the same keys cannot deadlock. */
function withKeys<Payload>(
  { kind, keyOf }: JobKind<Payload>,
  payloads: readonly Payload[],
): KeyedPayload<Payload>[] {
  if (!keyOf) return payloads.map((payload) => ({ payload, key: null }))
  const byKey = new Map(payloads.map((payload) => [`${kind} ${keyOf(payload)}`, payload]))
  return [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, payload]) => ({ payload, key }))
}
