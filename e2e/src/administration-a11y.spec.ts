import type { Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { test } from './browser/demo.ts'
import { ADMINISTRATION } from './gallery/administration.ts'
import { openAt } from './gallery/steps.ts'
import { expectNoSidewaysScroll, inEveryAppearance, show } from './steps/eyes.ts'
import { peopleScreen } from './steps/people.ts'

type Look = {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly only?: 'theme' | 'width'
}

/**
 * All rules on a phone and on a desk, and at the others what can differ there: the layout between the two, and the
 * colours of both in the other theme. Widths in pixels.
 */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'light', width: 640, only: 'width' },
  { colorScheme: 'light', width: 768, only: 'width' },
  { colorScheme: 'light', width: 1024, only: 'width' },
  { colorScheme: 'light', width: 1440, only: 'theme' },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 320, only: 'theme' },
]
/** How much of a screen may move while it comes, as browsers count it (Cumulative Layout Shift). */
const MOST_SHIFT = 0.05

for (const screen of ADMINISTRATION) {
  test(`${screen.name} has no finding in either theme at any of five widths`, async ({
    page,
    signInToDemo,
    axeClean,
  }) => {
    test.slow()
    if (!screen.isPublic) await signInToDemo()
    await screen.open(page)
    for (const look of LOOKS) {
      await show(page, look)
      await page.evaluate(() => scrollTo(0, 0))
      await expectNoSidewaysScroll(page)
      await axeClean(page, look.only)
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

/** In the browser: adds up what moves by itself. */
function countShifts(): void {
  const told = { sum: 0, what: [] as string[] }
  Object.assign(window, { shifts: told })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      told.sum += entry.value
      told.what.push(`${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.nodeName).join(' ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

type Shifts = { readonly sum: number; readonly what: readonly string[] }
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)

const STARTS = [
  '/landing',
  '/home',
  '/account',
  '/admin/people',
  '/admin/counties',
  '/admin/history',
  '/admin/jobs',
  '/admin/mailbox',
  '/admin/state',
]

test('a screen comes as it stays: bar and content do not move while it starts', async ({
  page,
  signInToDemo,
}) => {
  await page.addInitScript(countShifts)
  await signInToDemo()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of STARTS) {
      await openAt(page, path)
      await page.settled()
      const { sum, what } = await shiftsOf(page)
      expect(sum, `${path} at ${width}: ${what.join(', ')}`).toBeLessThanOrEqual(MOST_SHIFT)
    }
  }
})
