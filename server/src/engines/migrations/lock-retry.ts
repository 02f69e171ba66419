import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../config/start-error.ts'
import { watchBlockers, describeBlockers } from './watch-blockers.ts'
import type { SchemaChange } from './schema-change.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** The work to retry. */
export type Trial<T> = {
  /** Its name for people, such as 'Migration 0007-suggestions.sql'. Called only for a message. */
  subject(): string
  /** The comment before its statements. */
  readonly marker: string
  work(): Promise<T>
}

/**
 * Runs `work`, which must be atomic, and retries it with growing pauses while others hold a lock that it needs.
 * @throws StartError that names the lock holders after the last try, or the cause of any other failure.
 */
export async function retryOnLock<T>(change: SchemaChange, trial: Trial<T>): Promise<T> {
  const { pausesMs } = change.patience
  for (let tries = 1; ; tries += 1) {
    const watch = watchBlockers(change, trial)
    try {
      return await trial.work()
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!isHeldByOthers(error)) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`${trial.subject()} failed: ${reason}.`, { cause: error })
      }
      const blockers = describeBlockers(watch.seen())
      const pause = pausesMs[tries - 1]
      if (pause === undefined) {
        throw new StartError(
          `${trial.subject()} needs a lock that ${blockers} did not let go in ${tries} tries. End that work, then start again.`,
          { cause: error },
        )
      }
      change.report(
        `${trial.subject()} waits for ${blockers}; it is tried again in ${Math.ceil(pause / 1000)} s …`,
      )
      await sleep(pause)
    } finally {
      await watch.stop()
    }
  }
}

function isHeldByOthers(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(String(error.code))
  )
}
