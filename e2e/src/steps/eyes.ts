import { expect, type Page } from '@playwright/test'
import { WIDTH } from './frame.ts'

export type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number }

const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: WIDTH.wide },
  { colorScheme: 'dark', width: WIDTH.wide },
  { colorScheme: 'dark', width: WIDTH.phone },
  { colorScheme: 'light', width: WIDTH.phone },
]

/** Shows the current page in light and dark, wide and on a phone, one after another. */
export async function inEveryAppearance(page: Page, look: (shown: Look) => Promise<void>): Promise<void> {
  for (const shown of LOOKS) {
    await show(page, shown)
    await look(shown)
  }
}

/** Resolves when the page is painted in this look, without motion. */
export async function show(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.settled({ only: 'paint' })
}

/** Expects nothing beyond the right edge of the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { content: scrollWidth, window: clientWidth }
  })
  expect(content, `${new URL(page.url()).pathname} is no wider than the window`).toBeLessThanOrEqual(window)
}
