import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { frame, setWidth } from './steps/frame.ts'

/** Pixels: the rows of 52 and 40, and the line below them. */
const TWO_ROWS = 93

for (const width of [768, 1024, 1080, 1128, 1152, 1440]) {
  test(`R7.56 the bar of an administrator has two rows of their own height at ${width} pixels`, async ({
    page,
    people,
    signIn,
  }) => {
    await signIn(page, people.administrator)
    await setWidth(page, width)
    await page.goto('/landing')
    await expect(frame(page).row).toBeVisible()
    await page.settled({ only: 'paint' })
    const bar = await page.getByRole('banner').boundingBox()
    expect(bar?.height).toBe(TWO_ROWS)
    await expectNoSidewaysScroll(page)
  })
}
