import type { Locator, Page } from '@playwright/test'

/** Acts as a person does and counts it: each click or tap, and each key that is no letter of a text. */
export function countedHand(page: Page) {
  const counts = { clicks: 0, keys: 0 }
  return {
    /** A key together with Shift counts once. */
    async press(key: string): Promise<void> {
      counts.keys += 1
      await page.keyboard.press(key)
    },
    async click(on: Locator): Promise<void> {
      counts.clicks += 1
      await on.click()
    },
    async tap(on: Locator): Promise<void> {
      counts.clicks += 1
      await on.tap()
    },
    /** Opens a select and clicks an option. */
    async choose(from: Locator, option: string): Promise<void> {
      counts.clicks += 2
      await from.selectOption(option)
    },
    /** Letters of a text are not counted. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
    },
    clicks: () => counts.clicks,
    all: () => counts.clicks + counts.keys,
  }
}
