import type { Locator, Page } from '@playwright/test'

/** Milliseconds of the page's time between two checks; the precision of `until`. */
const TICK_MS = 10
/** Milliseconds that may pass between installing the clock and stopping it. */
const HEAD_START_MS = 60_000
/** Milliseconds of the page's time after which `until` gives up. */
const UNTIL_LIMIT_MS = 60_000

/**
 * The page's time, controlled by the test. After `stop` no time passes by itself, so a timer of the specification is
 * measured to the tick on any machine. The accessibility check needs running time: use it without `stop`.
 */
export type PageClock = {
  /** Stops the page's time at this moment. Call it before the first `goto`. */
  stop(at?: Date): Promise<void>
  /** Advances the time by this many milliseconds, with all their timers. */
  advance(milliseconds: number): Promise<void>
  /** Advances the time tick by tick until this is visible, and not a tick longer. Returns the milliseconds passed. */
  until(what: Locator): Promise<number>
}

/** A working day in the season of renditions. */
export const FIXED_DATE = new Date('2026-04-10T15:00:00Z')

export function pageClock(page: Page): PageClock {
  return {
    async stop(at = FIXED_DATE) {
      // Time runs between the two calls and cannot be turned back, so it starts a little earlier.
      await page.clock.install({ time: new Date(at.getTime() - HEAD_START_MS) })
      await page.clock.pauseAt(at)
    },
    async advance(milliseconds) {
      await page.clock.runFor(milliseconds)
    },
    async until(what) {
      for (let passed = 0; passed <= UNTIL_LIMIT_MS; passed += TICK_MS) {
        if (await what.isVisible()) return passed
        await page.clock.runFor(TICK_MS)
      }
      throw new Error(`${what.toString()} was not to be seen within ${UNTIL_LIMIT_MS} ms of the page's time.`)
    },
  }
}
