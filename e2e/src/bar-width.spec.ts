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

for (const width of [768, 1024]) {
  test(`R7.102 the number beside Requests moves nothing and covers no word at ${width} pixels`, async ({
    page,
    people,
    signIn,
  }) => {
    const waiting = Promise.withResolvers<void>()
    await page.route('**/api/requests/counts', async (route) => {
      await waiting.promise
      await route.fulfill({ json: { mails: 240, virusChecks: 0, droppedFiles: 0 } })
    })
    await signIn(page, people.administrator)
    await setWidth(page, width)
    await page.goto('/landing')
    const { row } = frame(page)
    const entries = row.getByRole('link')
    const places = () => entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
    const count = row.getByText('99+')
    await expect(entries.first()).toBeVisible()
    await page.settled({ only: 'paint' })
    const before = await places()
    waiting.resolve()
    await expect(count).toBeVisible()
    expect(await places()).toEqual(before)
    /** The edges of the number, of the word before it and of the word after it, from left to right. */
    const edges = await row.evaluate((element) => {
      const [word, next] = ['Requests', 'Add New'].map((name) => {
        const link = [...element.querySelectorAll('a')].find((each) => each.textContent.startsWith(name))
        const range = document.createRange()
        range.selectNodeContents(link?.firstChild ?? element)
        return range.getBoundingClientRect()
      })
      const number = [...element.querySelectorAll('span')].find((each) => each.textContent === '99+')
      const { left = 0, right = 0 } = number?.getBoundingClientRect() ?? {}
      return [word?.right ?? 0, left, right, next?.left ?? 0]
    })
    expect(edges).toEqual(edges.toSorted((one, other) => one - other))
  })
}
