import { expect } from './browser/fixtures.ts'
import { test } from './browser/known-address.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { loginScreen } from './steps/login.ts'
import { addDevice, passkeysOn, withoutAutofill } from './steps/passkeys.ts'

const PROOF_MISSING = { error: 'Please confirm your identity first.', code: 'session.proof_required' }

// One worker, so that the portal starts once.
test.describe.configure({ mode: 'default' })

test('R2.118 V6.3.3 a passkey is added, signs in by the button, is renamed and removed, and no longer signs in', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { section, rows, name, add, done, question, signIn: button, refusal } = passkeysOn(page)
  const device = await addDevice(page)
  await withoutAutofill(page)
  await signIn(page, desk.clerk)
  await page.goto('/account')
  await name.fill('Work laptop')
  await add.click()
  await expect(done).toHaveText('Your passkey was added. You can sign in with it from now on.')
  await expect(name).toHaveValue('')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Work laptop.*not used yet.*on one device only/u)
  expect(await device.keys()).toBe(1)
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    // Further down, the bar can cover a part of a button.
    await page.evaluate(() => scrollTo(0, 0))
    await axeClean(page)
  })

  const release = Promise.withResolvers<void>()
  await page.route('**/api/auth/passkey-login', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.context().clearCookies()
  await page.goto('/login')
  await button.click()
  await expect(button).toHaveText('Waiting for your passkey...')
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  release.resolve()
  await expect(page).toHaveURL('/welcome')

  await page.goto('/account')
  await expect(rows).toContainText('last used')
  await section.getByRole('button', { name: 'Rename Work laptop' }).click()
  await section.getByLabel('Name of the passkey').fill('Key ring')
  await section.getByLabel('Name of the passkey').press('Enter')
  await expect(rows).toContainText('Key ring')
  // The focused element is gone, and so is the message of another action.
  const heading = section.getByRole('heading', { name: 'Passkeys' })
  await expect(heading).toBeFocused()
  await expect(done).toHaveText('The name of your passkey was saved.')
  await section.getByRole('button', { name: 'Remove Key ring' }).click()
  await expect(question).toContainText('You cannot sign in with it any more. Your password still works.')
  await axeClean(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(0)
  await expect(heading).toBeFocused()
  await expect(done).toContainText('Your passkey was removed: you cannot sign in with it any more.')

  await page.context().clearCookies()
  await page.goto('/login')
  await expect(button).toHaveAccessibleDescription(/^With your fingerprint, face or PIN/u)
  await button.click()
  await expect(refusal).toHaveText(
    'This passkey was not accepted. Please try again, or sign in with your password.',
  )
  await expect(page).toHaveURL('/login')
  await axeClean(page)
})

test('R2.118 the field for the username offers a passkey, and the password still works', async ({
  page,
  desk,
  signIn,
}) => {
  const { name, add, done } = passkeysOn(page)
  const login = loginScreen(page)
  const device = await addDevice(page)
  await signIn(page, desk.clerk)
  await page.goto('/account')
  await name.press('Enter')
  await expect(done).toBeVisible()
  await expect(add).toHaveText('Add a passkey')

  await device.touch(false)
  await page.context().clearCookies()
  const asked = page.waitForResponse('**/api/auth/passkey-login/begin')
  await page.goto('/login')
  await expect(login.username).toHaveAttribute('autocomplete', 'username webauthn')
  expect((await asked).status()).toBe(200)
  await login.enter(desk.clerk)
  await expect(page).toHaveURL('/welcome')

  await page.context().clearCookies()
  await device.touch(true)
  await page.goto('/login')
  await expect(page).toHaveURL('/welcome')
})

test('R2.118 closing the browser’s window shows that no passkey was used, and allows another try', async ({
  page,
  desk,
  signIn,
}) => {
  const { add, problem, signIn: button, refusal } = passkeysOn(page)
  const device = await addDevice(page)
  await device.know(false)
  await signIn(page, desk.clerk)
  await page.goto('/account')
  await add.click()
  await expect(problem).toHaveText('No passkey was made. Please try again.')
  await page.context().clearCookies()
  await page.goto('/login')
  await button.click()
  await expect(refusal).toHaveText('No passkey was used. Please try again, or use another way.')
  await expect(button).toHaveText('Sign in with a passkey')
})

test('R2.118 V7.5.1 a proof of identity accepts a passkey from a person who has one', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { section, rows, name, add, question, proof, proveByIt } = passkeysOn(page)
  await addDevice(page)
  await signIn(page, desk.clerk)
  let isProven = false
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/prove')) isProven = answer.ok()
  })
  await page.route(/\/api\/auth\/passkeys\/\d+$/u, async (route) => {
    if (isProven) await route.continue()
    else await route.fulfill({ status: 403, json: PROOF_MISSING })
  })
  await page.goto('/account')
  await name.fill('Work laptop')
  await add.click()
  await expect(rows).toHaveCount(1)
  await section.getByRole('button', { name: 'Remove Work laptop' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(proveByIt).toBeVisible()
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await proveByIt.click()
  await expect(rows).toHaveCount(0)
})

test('R2.118 without the passkey code the sign-in screen appears and works', async ({ page, desk }) => {
  await page.route('**/other-ways-*.js', (route) => route.abort())
  const login = loginScreen(page)
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('other-ways'))
  await page.goto('/login')
  await missing
  await login.enter(desk.clerk)
  await expect(page).toHaveURL('/welcome')
})
