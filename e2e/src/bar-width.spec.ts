import { expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
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

for (const width of [768, 1024, 1440]) {
  test(`R7.167 at ${width} pixels the count of Requests leaves no hole and moves nothing`, async ({
    page,
    people,
    signIn,
  }) => {
    await signIn(page, people.administrator)
    await setWidth(page, width)
    const entries = frame(page).row.getByRole('link')
    const count = frame(page).row.getByText(/^[\d+]+$/u)
    const placesWith = async (mails: number) => {
      await page.route('**/api/requests/counts', (route) =>
        route.fulfill({ json: { mails, virusChecks: 0, droppedFiles: 0 } }),
      )
      await page.goto('/landing')
      await expect(entries.last()).toBeVisible()
      await expect(count).toHaveText(mails === 0 ? [] : [mails > 99 ? '99+' : String(mails)])
      await page.settled({ only: 'paint' })
      return (await boxes(entries)).map(({ left, right }) => ({ left, right }))
    }
    const places = await placesWith(0)
    const gaps = places.slice(1).map(({ left }, place) => Math.round(left - (places[place]?.right ?? 0)))
    expect(new Set(gaps)).toEqual(new Set([2]))
    const padding = width < 1024 ? 8 : 12
    for (const mails of [3, 140]) {
      expect(await placesWith(mails)).toEqual(places)
      const [badge] = await boxes(count)
      const names = await entries.allInnerTexts()
      const next = places[names.findIndex((name) => name.startsWith('Requests')) + 1]
      expect(badge?.right).toBeLessThanOrEqual((next?.left ?? 0) + padding)
    }
  })
}
