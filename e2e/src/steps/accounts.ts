import type { Page } from '@playwright/test'
import { linkOf, readMails } from '@portal/server/src/testing/mailbox.ts'
import { expect } from '../browser/fixtures.ts'
import type { Portal } from '../browser/portal.ts'

/** The calls of the screens, as patterns for `page.route`. */
export const ACCOUNT_CALL = {
  counties: '**/api/auth/counties',
  register: '**/api/auth/register',
  requestReset: '**/api/auth/reset-password',
  confirmReset: '**/api/auth/confirm-reset-password',
  confirm: '**/api/auth/confirm-account',
  resend: '**/api/auth/resend-confirmation',
} as const

/** Parts that all screens before the sign-in have. */
function frameOf(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1 }),
    failure: page.getByRole('alert').filter({ hasText: /./ }),
    said: page.getByRole('status').filter({ hasText: /./ }),
    toLogin: page.locator('main a[href="/login"]'),
    toRegister: page.locator('main a[href="/register"]'),
    toForgot: page.locator('main a[href="/forgot-password"]'),
  }
}

/** The registration, as people see and hear it. */
export function registerScreen(page: Page) {
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const county = page.getByLabel('County')
  const submit = page.getByRole('button', { name: /^Register/ })
  return {
    ...frameOf(page),
    email,
    password,
    county,
    submit,
    /** The select once the counties are loaded. Nothing else on the screen waits for them. */
    filledCounty: page.locator('select:has(option:nth-child(2))'),
    async enter(typed: { email: string; password: string; county?: string }) {
      await email.fill(typed.email)
      await password.fill(typed.password)
      if (typed.county) await county.selectOption(typed.county)
      await submit.click()
    },
  }
}

export function forgotScreen(page: Page) {
  return {
    ...frameOf(page),
    email: page.getByLabel('Email'),
    submit: page.getByRole('button', { name: /^Send/ }),
  }
}

export function resetScreen(page: Page) {
  const newPassword = page.getByLabel('New password')
  const confirmPassword = page.getByLabel('Confirm password')
  const submit = page.getByRole('button', { name: /^Updat/ })
  return {
    ...frameOf(page),
    newPassword,
    confirmPassword,
    submit,
    async enter(password: string, again = password) {
      await newPassword.fill(password)
      await confirmPassword.fill(again)
      await submit.click()
    },
  }
}

export function confirmScreen(page: Page) {
  return {
    ...frameOf(page),
    verifying: page.getByText('Verifying your email...'),
    spinner: page.getByText('Verifying your email...').locator('[class*="spinner"]'),
    resend: page.getByRole('button', { name: /^(Resend|Sending)/ }),
    tryAgain: page.getByRole('button', { name: 'Try again' }),
  }
}

/** Waits for the e-mail with that subject to that address, and returns the path and query of its link. */
export async function linkMailedTo(portal: Portal, address: string, subject: RegExp): Promise<string> {
  const mailed = async () => {
    const mails = await readMails(portal.dataDir, address)
    return mails.filter((mail) => subject.test(mail.subject ?? ''))
  }
  await expect.poll(async () => (await mailed()).length, `a mail to ${address}`).toBeGreaterThan(0)
  const [mail] = (await mailed()).toReversed()
  if (!mail) throw new Error(`The mail to ${address} is gone.`)
  const { url } = linkOf(mail)
  return `${url.pathname}${url.search}`
}
