import { EventEmitter } from 'node:events'
import type { Clock } from '../clock.ts'
import type { Jobs } from './jobs.ts'

/** The queueing side; `runJobs` is the working side. */
export function createJobs({ clock }: { clock: Clock }): Jobs {
  const calls = new EventEmitter<{ wake: [] }>()
  return {
    async enqueue(transaction, kind, ...payloads) {
      if (payloads.length === 0) return
      const run_at = clock.now()
      const jobs = payloads.map((payload) => ({ kind, payload: JSON.stringify(payload), run_at }))
      await transaction.insertInto('job').values(jobs).execute()
    },
    wake: () => void calls.emit('wake'),
    onWake(listener) {
      calls.on('wake', listener)
      return () => calls.off('wake', listener)
    },
  }
}
