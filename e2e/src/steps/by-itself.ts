import type { Page } from '@playwright/test'

/**
 * Has the page do nothing by itself after exactly so many milliseconds, for tests that look at what would go then, or
 * press what is on it: they may take longer. Before the first `goto`, and not with a clock in the hands of the test.
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
