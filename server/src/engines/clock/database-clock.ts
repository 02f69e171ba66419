import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import type { Clock } from './clock.ts'
import { readDatabaseTime } from './database-time.repository.ts'

/** Milliseconds of skew at which the portal warns. */
export const SKEW_TO_WARN_MS = 5000
/** Milliseconds of skew at which the portal stops removing old data. */
const SKEW_TO_STOP_MS = 60_000
/** Milliseconds by which two measurements may normally differ. */
const NOISE_MS = 100

/** The skew between this machine's clock and the database's, which all servers of the portal use. */
export type ClockSkew = {
  /** Milliseconds that this machine is ahead of the database; negative when it is behind. */
  aheadMs(): number
  /** Whether the clocks agree well enough to remove old data. If not, either one may be wrong. */
  isSound(): boolean
  /** Measures again. @throws what the database throws. */
  measure(): Promise<void>
}

/**
 * The database's time: this machine's clock, corrected by the last measured skew. So servers whose clocks differ make
 * the same decisions about throttling, links, sessions, and everything else with a time.
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
      // The database may have read its clock at any moment between request and response.
      if (Math.abs(found - ahead) > NOISE_MS + Math.abs(answered - asked) / 2) ahead = Math.round(found)
      const isSkewed = Math.abs(ahead) >= SKEW_TO_WARN_MS
      if (isSkewed && !isTold)
        log.warn({ aheadMs: ahead }, 'The clocks of this machine and of the database differ.')
      isTold = isSkewed
    },
  }
}
