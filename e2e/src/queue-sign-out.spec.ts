import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { BATCH, fillForAll, keptEntries, queueScreen, smallFiles, largeFile } from './steps/queue.ts'

/** The batches that the browser stores, by the names of its databases. */
const storedBatches = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

test('R7.44 a sign-out removes the batch in every tab, and an expired session keeps it', async ({
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

  await test.step('R7.44 an expired session keeps the batch for the same person', async () => {
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

for (const { what, path, files } of [
  { what: 'a form', path: '**/api/files/upload', files: smallFiles(1) },
  { what: 'a resumable upload', path: '**/api/files/resumable', files: [largeFile('large.pdf', 1_500_000)] },
]) {
  test(`R2.33 a late 401 of ${what}, after another sign-in of the same person, ends nothing: the batch continues`, async ({
    page,
    desk,
    signIn,
  }) => {
    const { input, submit, succeeded } = queueScreen(page)
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let isFirst = true
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue()
      isFirst = false
      asked.resolve()
      await answered.promise
      return route.fulfill({ status: 401, json: { error: 'Please sign in first.' } })
    })
    await input.setInputFiles(files)
    await fillForAll(page)
    await submit.click()
    await asked.promise
    await page.request.post('/api/auth/login', { data: { username: desk.clerk.email, password: PASSWORD } })
    await Promise.all([
      page.waitForResponse('**/api/auth/session'),
      page.evaluate(() => window.dispatchEvent(new Event('focus'))),
    ])
    await page.settled({ only: 'paint' })
    answered.resolve()
    await expect(succeeded).toBeVisible()
    await expect(page).toHaveURL(BATCH)
  })
}
