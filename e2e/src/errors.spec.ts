import { expect, test } from './browser/fixtures.ts'
import { registerScreen } from './steps/accounts.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { frame } from './steps/frame.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

/** The chunk of the documents list. */
const DOCUMENTS_CHUNK = '**/assets/documents-route-*.js'

test.describe('an unknown address', () => {
  test('R7.1 shows a page with a way back, and is a 404 to programs', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle('Page not found · County Document Portal')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('R7.1 keeps the bar for a signed-in person, and leads back in', async ({ page, people, signIn }) => {
    await signIn(page, people.countyUser)
    await page.goto('/homes')
    await expect(frame(page).row).toBeVisible()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL('/welcome')
  })
})

test('S8.42 a screen that fails keeps the title of the specification, and the bar', async ({
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
  test('S8.40 R7.10 that fails to load is named by its number, and Reload loads it', async ({
    page,
    desk,
    signIn,
  }) => {
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

  test('S8.41 S9.23 that never responds times out after 120 seconds', async ({
    page,
    desk,
    clock,
    signIn,
  }) => {
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

  test('R7.10 R7.26 with the password rules is reported too, and the server alone decides', async ({
    page,
  }) => {
    const { email, enter, failure } = registerScreen(page)
    const told = page.getByRole('alert').filter({ hasText: /^Loading chunk \d+ failed/u })
    const rules = /\/assets\/password-(?!field)[^/]*\.js$/u
    await page.route(rules, (route) => route.abort())
    await page.goto('/register')
    await enter({ email: 'ann@staff.example', password: 'password' })
    await expect(told).toBeVisible()
    await expect(told.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(failure.filter({ hasText: 'Please choose a less common password.' })).toBeVisible()
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await expect(told).toHaveCount(0)
    await enter({ email: 'ann@staff.example', password: 'password' })
    await expect(told).toBeVisible()
    await page.unroute(rules)
    await told.getByRole('button', { name: 'Reload' }).click()
    await expect(email, 'the screen is new').toHaveValue('')
    await enter({ email: 'ann@staff.example', password: 'password' })
    await expect(failure.filter({ hasText: 'Please choose a less common password.' })).toBeVisible()
    await expect(told).toHaveCount(0)
  })

  test('R7.26 with the confetti is reported too, next to the receipt', async ({ page, desk, signIn }) => {
    const { input, submit, succeeded } = uploadScreen(page)
    await page.route('**/assets/*onfetti*.js', (route) => route.abort())
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([fileOf('order.pdf', SAMPLE_FILES.pdf)])
    await submit.click()
    await expect(succeeded).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /^Loading chunk \d+ failed/u })).toBeVisible()
    await expect(succeeded).toBeVisible()
  })
})
