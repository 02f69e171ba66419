import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, show } from './eyes.ts'
import { WIDTH } from './frame.ts'

/** The two most different looks: each layout and each theme is in one of them. */
const TWO_LOOKS = [
  { colorScheme: 'light', width: WIDTH.wide },
  { colorScheme: 'dark', width: WIDTH.phone },
] as const

/** Expects no axe findings and nothing beyond the window: light on a desktop, and dark on a phone. */
export async function expectSoundLooks(page: Page, axeClean: (page: Page) => Promise<void>): Promise<void> {
  for (const look of TWO_LOOKS) {
    await show(page, look)
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  }
}
