import type { Page } from '@playwright/test'
import { expect, test, type Desk } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'

const TOTAL = 1260
const MINUTE_MS = 60_000

/**
 * Adds 26 pages, the last one with 10 rows. The newest document comes first, and its name has its position in the list.
 */
async function fillPages(records: Records, { county, clerk }: Desk, total = TOTAL): Promise<void> {
  const newest = Date.parse('2026-06-01T12:00:00Z')
  await records.addDocuments(
    Array.from({ length: total }, (_, index) => ({
      county,
      uploadedBy: clerk,
      description: `Place ${index + 1}`,
      uploadedAt: new Date(newest - index * MINUTE_MS),
    })),
  )
}

async function expectWindow(page: Page, window: string): Promise<void> {
  const steps = documentsScreen(page).pages.filter({ hasNotText: /Previous|Next/u })
  await expect(steps).toHaveText(window.split(' '))
}

test('pages of 50 with the window of the specification; the page is in the address; the old one stays while the next one loads', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await test.step('S2.42 S2.43 S9.1 pages of 50 with the window of the specification', async () => {
    const { section, rows, column, pager, goTo } = documentsScreen(page)
    await fillPages(records, desk)
    await signIn(page, desk.clerk)
    await page.goto('/home')
    const previous = pager.getByRole('button', { name: 'Previous' })
    const next = pager.getByRole('button', { name: 'Next' })
    await expectWindow(page, '1 2 … 26')
    await expect(rows).toHaveCount(50)
    await expect(section).toContainText('Records 1–50 of 1,260')
    await expect(previous).toBeDisabled()

    await next.click()
    await expectWindow(page, '1 2 3 … 26')
    await expect(column('Description').locator('[data-whole]').first()).toHaveText('Place 51')
    await expect(page).toHaveURL('/home?page=2')
    await expect(section).toBeFocused()

    await goTo(3)
    await expectWindow(page, '1 2 3 4 … 26')
    await goTo(4)
    await expectWindow(page, '1 … 3 4 5 … 26')
    await expect(pager.locator('[aria-current="page"]')).toHaveText('4')

    await goTo(26)
    await expectWindow(page, '1 … 25 26')
    await expect(column('Description').locator('[data-whole]')).toHaveText(
      Array.from({ length: 10 }, (_, index) => `Place ${1251 + index}`),
    )
    await expect(section).toContainText('Records 1,251–1,260 of 1,260')
    await expect(next).toBeDisabled()
    await previous.click()
    await expectWindow(page, '1 … 24 25 26')
    await goTo(1)
    await expect(page).toHaveURL('/home')
    await expect(column('Description').locator('[data-whole]').first()).toHaveText('Place 1')
  })
  await test.step('R5.8 the page is in the address: reload, Back and one past the end', async () => {
    const { column, goTo } = documentsScreen(page)
    const first = column('Description').locator('[data-whole]').first()

    await page.goto('/home?page=2')
    await expect(first).toHaveText('Place 51')
    await goTo(3)
    await expect(first).toHaveText('Place 101')
    await page.reload()
    await expect(first).toHaveText('Place 101')
    await page.goBack()
    await expect(first).toHaveText('Place 51')
    await page.goto('/home?page=99')
    await expect(first).toHaveText('Place 1251')
    await expect(page).toHaveURL('/home?page=26')
  })
  await test.step('R7.8 the old page stays, marked as busy, while the next one loads, and if it cannot load', async () => {
    const { section, table, column, loading, failed, goTo } = documentsScreen(page)
    const first = column('Description').locator('[data-whole]').first()

    await page.goto('/home')
    await expect(first).toHaveText('Place 1')
    const release = Promise.withResolvers<void>()
    await page.route(LIST_CALL, async (route) => {
      await release.promise
      await route.fulfill({ status: 500, body: '' })
    })
    await goTo(2)
    await expect(loading).toBeVisible()
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(first).toHaveText('Place 1')
    release.resolve()
    await expect(failed).toContainText('This list could not be loaded.')
    await expect(first).toHaveText('Place 1')
    await expect(section).toContainText('from before')
    await page.unroute(LIST_CALL)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(first).toHaveText('Place 51')
    await expect(table).toHaveAttribute('aria-busy', 'false')
    await expect(section).not.toContainText('from before')
  })
})

test('deleting the last row of the last page moves back a page; the pager is there with a single page too, without links', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { section, rows, column, deleteButton, fileIds, question } = documentsScreen(page)
  await fillPages(records, desk, 51)
  await signIn(page, desk.clerk)
  await page.goto('/home?page=2')
  await expect(rows).toHaveCount(1)
  await deleteButton(Number(await fileIds.textContent())).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(rows).toHaveCount(50)
  await expect(column('Description').locator('[data-whole]').first()).toHaveText('Place 1')
  await expect(section).toContainText('Records 1–50 of 50')
  await expect(page).toHaveURL('/home')

  await test.step('R7.13 the pager is there with a single page too, without links', async () => {
    const { pager, pages } = documentsScreen(page)
    await expectWindow(page, '1')
    await expect(pages).toHaveCount(3)
    await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled()
  })
})
