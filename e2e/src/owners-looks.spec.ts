import { expect } from '@playwright/test'
import { test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance, show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { ownersScreen, stubRoll, type SampleOwner } from './steps/owners.ts'

const owners = (count: number): readonly SampleOwner[] =>
  Array.from({ length: count }, (_owner, at) => ({
    name: `Permian Basin Gathering and Processing Partnership ${String(at + 1).padStart(5, '0')}`,
    cadId: `R-${2_000_000 + at}`,
    agent: 'Western Valuation Advisors and Associates',
    current: 9_999_999_999.99,
    prior: at,
    files: at % 2,
  }))

for (const width of [768, 800, 860, 940, 1024, 1440]) {
  test(`at ${width} px nothing is printed over another, and only the table scrolls`, async ({
    page,
    people,
    signIn,
  }) => {
    await stubRoll(page, owners(400))
    await signIn(page, people.administrator)
    await page.goto('/owner-details')
    await ownersScreen(page).county.selectOption(people.county.Name)
    await expect(ownersScreen(page).names.first()).toBeVisible()
    await show(page, { colorScheme: 'light', width })
    expect(await layoutProblems(page)).toEqual([])
    const { content, window } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement
      return { content: scrollHeight, window: clientHeight }
    })
    expect(content).toBeLessThanOrEqual(window)
  })
}

test('an owner without files is faint, one with a file stands out', async ({ page, desk, signIn }) => {
  await stubRoll(page, owners(2))
  await signIn(page, desk.clerk)
  await page.goto('/owner-details')
  const count = (text: string) =>
    ownersScreen(page)
      .table.getByRole('button', { name: new RegExp(`^${text}, files of`, 'u') })
      .evaluate((button) => {
        const { color, fontWeight } = getComputedStyle(button)
        return { color, isBold: Number(fontWeight) >= 600 }
      })
  const [none, one] = [await count('0'), await count('1')]
  expect([none.isBold, one.isBold]).toEqual([false, true])
  expect(none.color).not.toBe(one.color)
})

test('an account without a county gets a message', async ({ page, people, signIn, axeClean }) => {
  await signIn(page, people.staffUser)
  await page.goto('/owner-details')
  const told = page.getByText('Your account has no county yet', { exact: false })
  await expect(told).toBeVisible()
  for (const path of ['/landing', '/home']) {
    await page.goto(path)
    await expect(told).toBeVisible()
    await inEveryAppearance(page, async () => {
      await expectNoSidewaysScroll(page)
      await axeClean(page)
    })
  }
})

test.describe('on paper', () => {
  test.beforeEach(async ({ page, desk, signIn }) => {
    await signIn(page, desk.clerk)
    await page.emulateMedia({ media: 'screen' })
  })

  test('all rows of a roll are printed, one below the other', async ({ page }) => {
    const { rows, exportButton } = ownersScreen(page)
    await stubRoll(page, owners(15))
    await page.goto('/owner-details')
    await expect(rows.first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(rows).toHaveCount(15)
    await expect(exportButton).toBeHidden()
    const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
    expect(tops.every((top, at) => at === 0 || top > (tops[at - 1] ?? 0))).toBe(true)
  })

  test('R7.115 the paper names the county and the search', async ({ page, desk }) => {
    const { rows } = ownersScreen(page)
    await stubRoll(page, owners(15))
    await page.goto('/owner-details?search=permian')
    await expect(rows.first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`County: ${desk.county.Name} · Search: permian`)).toBeVisible({
      timeout: 5000,
    })
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByText('Search: permian')).toBeHidden()
  })

  test('a roll that is too long says how to get all of it', async ({ page }) => {
    const { rows } = ownersScreen(page)
    await stubRoll(page, owners(600))
    await page.goto('/owner-details')
    await expect(rows.first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(
      page.getByText('Only the rows on screen are printed (600 in all). Export CSV gives all of them.'),
    ).toBeVisible()
    expect(await rows.count()).toBeLessThan(100)
  })
})
