import type { ClockKeeper } from '../engines/clock/clock-keeper.ts'
import type { ClockSkew } from '../engines/clock/database-clock.ts'
import type { Clock } from '../engines/clock/clock.ts'

export type TestClock = Clock & {
  set(moment: Date | string): void
  /** Milliseconds. */
  advance(by: number): void
}

/** A clock that only the test moves. */
export function testClock(start: Date | string = '2026-03-10T15:00:00Z'): TestClock {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: (moment) => void (at = new Date(moment)),
    advance: (by) => void (at = new Date(at.getTime() + by)),
  }
}

/** No skew, because the clock of a test is the only one. */
export const CLOCKS_AGREE: ClockSkew = {
  aheadMs: () => 0,
  isSound: () => true,
  measure: async () => {},
}

/** A machine, such as a container, whose clock synchronization is unknown. */
export const CLOCK_UNKNOWN: ClockKeeper = {
  state: () => 'unknown',
  look: async () => {},
}
