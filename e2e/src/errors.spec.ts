import { expect, test } from './browser/fixtures.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { frame } from './steps/frame.ts'

/** The part of the program that holds the documents list. */
const DOCUMENTS_CHUNK = '**/assets/documents-route-*.js'

test.describe('an unknown address', () => {
  test('shows a page with a way back, and is a 404 to programs', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle('Page not found · County Document Portal')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('keeps the bar for whoever is signed in, and leads back in', async ({ page, people, signIn }) => {
    await signIn(page, people.countyUser)
    await page.goto('/homes')
    await expect(frame(page).row).toBeVisible()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL('/welcome')
  })
})

test('a screen that fails keeps the title of the specification, and the bar', async ({
  page,
  desk,
  signIn,
}) => {
  const { empty } = documentsScreen(page)
  await signIn(page, desk.clerk)
  await page.route(LIST_CALL, (route) => route.fulfill({ json: { files: [null], total: 1, totalPages: 1 } }))
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page).toHaveTitle(/^Unexpected Application Error!/u)
  await expect(frame(page).row).toBeVisible()
  await page.unroute(LIST_CALL)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(empty).toBeVisible()
})

test.describe('a part of the program', () => {
  test('that fails to load is told by its number, and Reload brings it', async ({ page, desk, signIn }) => {
    const { empty } = documentsScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/landing')
    await page.route(DOCUMENTS_CHUNK, (route) => route.abort())
    await page.getByRole('link', { name: 'Manage Documents' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Loading chunk \d+ failed$/u)
    await page.unroute(DOCUMENTS_CHUNK)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(empty).toBeVisible()
    await expect(page).toHaveURL('/home')
  })

  test('that never answers is given up after 120 seconds', async ({ page, desk, clock, signIn }) => {
    const link = page.getByRole('link', { name: 'Manage Documents' })
    const failed = page.getByRole('heading', { name: /^Loading chunk \d+ failed$/u })
    await signIn(page, desk.clerk)
    await clock.stop()
    await page.goto('/landing')
    await clock.until(link)
    const asked = Promise.withResolvers<void>()
    await page.route(DOCUMENTS_CHUNK, () => asked.resolve())
    await link.click()
    await asked.promise
    await clock.advance(119_900)
    await expect(page).toHaveURL('/landing')
    await expect(failed).toHaveCount(0)
    await clock.advance(100)
    await expect(failed).toBeVisible()
  })
})
