import { expect } from '@playwright/test'
import { test } from './browser/demo.ts'
import { SCREENS } from './gallery/screens.ts'
import { show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'

/** Pixels. */
const WIDTHS = [320, 360, 640, 768, 1024, 1440]

for (const screen of SCREENS) {
  test(`${screen.name} has nothing out of place at any width`, async ({ page, signInToDemo }) => {
    if (!screen.isPublic) await signInToDemo()
    await page.setViewportSize({ width: 1440, height: 900 })
    await screen.open(page)
    const problems: Record<number, string[]> = {}
    for (const width of WIDTHS) {
      await show(page, { colorScheme: 'light', width })
      const found = await layoutProblems(page)
      if (found.length > 0) problems[width] = found.slice(0, 8)
    }
    expect(problems).toEqual({})
  })
}
