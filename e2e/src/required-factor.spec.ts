import type { Page } from '@playwright/test'
import { expect, test as base } from './browser/fixtures.ts'
import { freePort } from './browser/known-address.ts'
import { openPortal, type Portal } from './browser/portal.ts'
import { codeOfApp } from './steps/authenticator.ts'
import { loginScreen } from './steps/login.ts'
import { addDevice, passkeysOn, withoutAutofill } from './steps/passkeys.ts'
import { secondFactorOn } from './steps/second-factor.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

/** Administrators must sign in with a second factor or a passkey. A passkey belongs to a domain. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ browserName: _browserName }, use) => {
      const portal = await openPortal({ PORT: await freePort(), SECOND_FACTOR_REQUIRED: 'administrator' })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// One worker, so that the portal starts once.
test.describe.configure({ mode: 'default' })

/** The screen that replaces all others. */
function first(page: Page) {
  const factor = page.getByRole('region', { name: 'Codes from an app', exact: true })
  return {
    title: page.getByRole('heading', { level: 1 }),
    factor,
    code: factor.getByLabel('Code', { exact: true }),
    button: (name: string) => factor.getByRole('button', { name, exact: true }),
    entries: page.getByRole('navigation', { name: 'Main' }).getByRole('link'),
    people: page.getByRole('heading', { level: 1, name: 'People' }),
  }
}

test('R2.144 R2.145 an administrator without a second factor must set one up, by keyboard, and then reaches their screen', async ({
  page,
  records,
  axeClean,
}) => {
  const { title, factor, code, button, entries, people } = first(page)
  const administrator = await records.addUser({ admin: true })
  const login = loginScreen(page)
  await login.open()
  await login.enter(administrator)
  await expect(title).toHaveText('Set up two-step verification')
  await expect(title).toBeFocused()

  await page.goto('/admin/people')
  await expect(title).toHaveText('Set up two-step verification')
  await expect(title).toBeFocused()
  await expect(entries.filter({ hasText: /Documents|Administration|Add New/u })).toHaveCount(0)
  await expect(page).toHaveTitle(/Set up two-step verification/u)
  await expectSoundLooks(page, axeClean)

  await page.keyboard.press('Tab')
  await expect(button('Set up codes')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('img', { name: /^QR code/u })).toBeVisible()
  await code.fill(codeOfApp((await factor.locator('code').textContent()) ?? ''))
  await code.press('Enter')
  await expect(factor.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  // A person who switches windows meanwhile still finds their codes.
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
  await expect(button('I have saved them')).toBeVisible()
  await button('I have saved them').press('Enter')
  await expect(people).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/people$/u)
  await page.goto('/account')
  const { region, button: ofFactor } = secondFactorOn(page)
  await expect(region).toContainText('so it stays until you add a passkey')
  await expect(ofFactor('New recovery codes')).toBeVisible()
  await expect(ofFactor('Remove')).toHaveCount(0)
})

test('R2.145 a person with a passkey who signs in by password confirms with it; adding one continues immediately', async ({
  page,
  context,
  records,
  axeClean,
  signIn,
}) => {
  const { title, people } = first(page)
  const { name, add } = passkeysOn(page)
  const administrator = await records.addUser({ admin: true })
  const device = await addDevice(page)
  await withoutAutofill(page)
  await signIn(page, administrator)
  await page.goto('/admin/people')
  await expect(title).toHaveText('Set up two-step verification')
  await name.fill('Work laptop')
  await add.click()
  await expect(people).toBeVisible()

  await context.clearCookies()
  await signIn(page, administrator)
  await page.goto('/admin/people')
  await expect(title).toHaveText('Confirm your sign-in')
  await expectSoundLooks(page, axeClean)
  await device.know(false)
  const give = page.getByRole('button', { name: /^(Use your passkey|Waiting for your device)/u })
  await give.click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used.' })).toBeVisible()
  await expect(title).toHaveText('Confirm your sign-in')
  await device.know(true)
  await give.click()
  await expect(people).toBeVisible()
})
