import { expect, type Page } from '@playwright/test'
import { type Account, PASSWORD } from '../browser/portal.ts'
import { codeOfApp } from './authenticator.ts'
import { loginScreen } from './login.ts'

/** The second factor part of the account screen. If a role requires one, it has another name. */
export function secondFactorOn(page: Page, name = 'Two-step verification') {
  const region = page.getByRole('region', { name, exact: true })
  return {
    region,
    code: region.getByLabel('Code', { exact: true }),
    problem: region.getByRole('alert').filter({ hasText: /\S/u }),
    button: (name: string) => region.getByRole('button', { name, exact: true }),
  }
}

/** Sets it up on the account screen. Returns its secret, the code used, and the recovery codes. */
export async function setUpSecondFactor(
  page: Page,
): Promise<{ secret: string; used: string; recoveryCodes: string[] }> {
  const { region, code, button } = secondFactorOn(page)
  await page.goto('/account')
  await button('Set up two-step verification').click()
  await expect(region.getByRole('img', { name: /^QR code/u })).toBeVisible()
  await expect(region.getByRole('link', { name: 'open it here' })).toHaveAttribute('href', /^otpauth:/u)
  const secret = (await region.locator('code').textContent()) ?? ''
  const used = codeOfApp(secret)
  await code.fill(used)
  await code.press('Enter')
  await expect(region.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const recoveryCodes = await region.getByRole('listitem').allTextContents()
  return { secret, used, recoveryCodes }
}

/** Signs in up to the question for the code. */
export async function givePassword(
  page: Page,
  who: Pick<Account, 'email'>,
  password = PASSWORD,
): Promise<void> {
  await page.goto('/login')
  await loginScreen(page).enter(who, password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
}
