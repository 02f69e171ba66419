import { EventEmitter } from 'node:events'
import type { Clock } from '../clock/clock.ts'
import { insertJobs } from './job.repository.ts'
import type { Jobs } from './jobs.ts'

/** The queueing side; `runJobs` is the working side. */
export function createJobs({ clock }: { clock: Clock }): Jobs {
  const calls = new EventEmitter<{ wake: [] }>()
  return {
    async enqueue(transaction, { kind }, ...payloads) {
      const dueAt = clock.now()
      if (payloads.length > 0) await insertJobs(transaction, { kind, payloads, dueAt })
    },
    wake: () => void calls.emit('wake'),
    onWake(listener) {
      calls.on('wake', listener)
      return () => calls.off('wake', listener)
    },
  }
}
