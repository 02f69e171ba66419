import type { Page } from '@playwright/test'
import { test } from './browser/demo.ts'
import { ACCOUNTS } from './gallery/accounts.ts'
import { ADMINISTRATION } from './gallery/administration.ts'
import { DIFFICULT_SCREENS } from './gallery/difficult.ts'
import type { Screen } from './gallery/screen.ts'
import { openAt } from './gallery/steps.ts'
import { SCREENS } from './gallery/screens.ts'
import { expectNoSidewaysScroll, type Look, show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { expect } from './browser/fixtures.ts'
import { axeFindings, type AxeRules } from './browser/axe.ts'

// One worker, so that the demo starts once.
test.describe.configure({ mode: 'default' })

/**
 * All rules of axe on a phone and on a desktop. At other widths only what can differ there: the layout between the two,
 * and the colors of both in the other theme. Widths in pixels.
 */
const LOOKS: readonly (Look & { readonly axe: AxeRules | 'none' })[] = [
  { colorScheme: 'light', width: 320, axe: 'all' },
  { colorScheme: 'light', width: 360, axe: 'none' },
  { colorScheme: 'light', width: 640, axe: 'width' },
  { colorScheme: 'light', width: 768, axe: 'width' },
  { colorScheme: 'light', width: 1024, axe: 'width' },
  { colorScheme: 'light', width: 1440, axe: 'theme' },
  { colorScheme: 'dark', width: 1440, axe: 'all' },
  { colorScheme: 'dark', width: 320, axe: 'theme' },
]

const WALK: readonly Screen[] = [...SCREENS, ...ADMINISTRATION, ...ACCOUNTS, ...DIFFICULT_SCREENS]

for (const { name, widths, ...screen } of WALK) {
  test(`${name} has no axe finding and nothing out of place, at every width and in both themes`, async ({
    page,
    signInToDemo,
  }) => {
    if (!screen.isPublic) await signInToDemo()
    await page.setViewportSize({ width: widths?.[0] ?? 1440, height: 900 })
    await screen.open(page)
    if (!screen.isHeld) await page.settled()
    for (const look of LOOKS.filter(({ width }) => widths?.includes(width) ?? true)) {
      await test.step(`${look.colorScheme}, ${look.width} px`, async () => {
        await show(page, look)
        await page.evaluate(() => scrollTo(0, 0))
        await expectNoSidewaysScroll(page)
        expect(await layoutProblems(page, screen)).toEqual([])
        // `show` has painted the screen, so axe looks at once.
        if (look.axe !== 'none') expect(await axeFindings(page, look.axe)).toEqual([])
      })
    }
  })
}

/** How much of a screen may move while it loads, as browsers count it (Cumulative Layout Shift). */
const MAX_SHIFT = 0.05

/** Runs in the browser and adds up layout shifts without input. */
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
  '/admin/tokens',
  '/admin/history',
  '/admin/jobs',
  '/requests/mailbox',
  '/admin/state',
]

test('a screen does not move after its first paint: bar and content stay in place while it starts', async ({
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
      expect(sum, `${path} at ${width}: ${what.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT)
    }
  }
})
