import { expect } from './browser/fixtures.ts'
import { test } from './browser/demo.ts'
import { ADMINISTRATION } from './gallery/administration.ts'
import { expectNoSidewaysScroll, inEveryAppearance, show } from './steps/eyes.ts'
import { peopleScreen } from './steps/people.ts'

/** Pixels. */
const WIDTHS = [320, 640, 768, 1024, 1440]

for (const screen of ADMINISTRATION) {
  test(`${screen.name} has no finding in either theme at any of five widths`, async ({
    page,
    signInToDemo,
    axeClean,
  }) => {
    test.slow()
    if (!screen.isPublic) await signInToDemo()
    await screen.open(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of WIDTHS) {
        await show(page, { colorScheme, width })
        await page.evaluate(() => scrollTo(0, 0))
        await expectNoSidewaysScroll(page)
        await axeClean(page)
      }
    }
  })
}

test('rows that others will follow can still be read', async ({ page, signInToDemo, axeClean }) => {
  const { search } = peopleScreen(page)
  const table = page.getByRole('table', { name: 'People' })
  const release = Promise.withResolvers<void>()
  await signInToDemo()
  await page.goto('/admin/people')
  await table.waitFor()
  await page.route(/\/api\/admin\/people\?/u, async (route) => {
    await release.promise
    await route.continue()
  })
  await search.fill('midland')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await inEveryAppearance(page, async () => {
    await axeClean(page)
  })
  await expect(table).toHaveAttribute('aria-busy', 'true')
  release.resolve()
  await expect(table).toHaveAttribute('aria-busy', 'false')
})
