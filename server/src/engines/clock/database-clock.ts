import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import type { Clock } from './clock.ts'
import { readDatabaseTime } from './database-time.repository.ts'

/** Milliseconds of skew from which on the portal warns. */
export const SKEW_TO_WARN_MS = 5000
/** The same from which on nothing is removed for being old. */
const SKEW_TO_STOP_MS = 60_000
/** Milliseconds that two measurements may differ by without anything being wrong. */
const NOISE_MS = 100

/** How this machine's clock differs from the database's, by which all servers of the portal go. */
export type ClockSkew = {
  /** Milliseconds that this machine is ahead of the database; negative when it is behind. */
  aheadMs(): number
  /** Whether the two agree so far that what is old by them may go: nobody knows which one is wrong. */
  isSound(): boolean
  /** Looks again. @throws what the database throws. */
  measure(): Promise<void>
}

/**
 * The database's time, told by this machine's clock and corrected by what it was last found to be wrong: so servers whose
 * clocks differ decide alike about throttling, links, sessions and whatever else has a time.
 */
export function createDatabaseClock({
  pool,
  machine,
  log,
}: {
  pool: Pick<Pool, 'query'>
  machine: Clock
  log: Log
}): Clock & ClockSkew {
  let ahead = 0
  let isTold = false
  const isSound = () => Math.abs(ahead) < SKEW_TO_STOP_MS
  return {
    now: () => new Date(machine.now().getTime() - ahead),
    aheadMs: () => ahead,
    isSound,
    async measure() {
      const asked = machine.now().getTime()
      const told = (await readDatabaseTime(pool)).getTime()
      const answered = machine.now().getTime()
      const found = (asked + answered) / 2 - told
      // The answer may have been said at any moment between.
      if (Math.abs(found - ahead) > NOISE_MS + Math.abs(answered - asked) / 2) ahead = Math.round(found)
      const isSkewed = Math.abs(ahead) >= SKEW_TO_WARN_MS
      if (isSkewed && !isTold)
        log.warn({ aheadMs: ahead }, 'The clocks of this machine and of the database differ.')
      isTold = isSkewed
    },
  }
}
