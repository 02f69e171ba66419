import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { BATCH, keptEntries, queueScreen, smallFiles } from './steps/queue.ts'

/** What the browser stores of batches, by the names of its databases. */
const storedBatches = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

test('R7.44 a sign-out removes the batch in every tab, and a session that ends keeps it', async ({
  page,
  desk,
  endSessions,
  signIn,
}) => {
  const { input, rows } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await expect(rows).toHaveCount(3)
  const other = await page.context().newPage()
  await other.goto(BATCH)
  await expect(queueScreen(other).rows).toHaveCount(3)

  await test.step('R7.44 a session that ends keeps the batch for the same person', async () => {
    await endSessions(desk.clerk)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL('/login')
    expect(await storedBatches(page)).toHaveLength(1)
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    await expect(rows).toHaveCount(3)
  })
  await test.step('R7.44 a sign-out in one of two tabs removes it', async () => {
    await other.goto(BATCH)
    await expect(queueScreen(other).rows).toHaveCount(3)
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/login')
    await expect(page).toHaveURL('/login')
    await expect.poll(() => storedBatches(page)).toEqual([])
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(input).toBeAttached()
    await expect(rows).toHaveCount(0)
    expect(await keptEntries(page)).toEqual([])
  })
  await other.close()
})
