import type { Page } from '@playwright/test'

/**
 * Disables the page's timers of exactly this many milliseconds, for tests that need an element longer than it stays.
 * Call it before the first `goto`, and not with a stopped clock.
 */
export async function withoutTimer(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((held) => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
        delay === held ? 0 : setTimeout(handler, delay, ...rest),
    })
  }, milliseconds)
}
