import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../browser/portal.ts'
import { ACCOUNT_CALL, confirmScreen, forgotScreen, registerScreen, resetScreen } from '../steps/accounts.ts'
import type { Screen } from './screen.ts'

const LONG_ADDRESS = `${'somebody.with.a.long.name'.repeat(2)}@appraisal-district.pecos.example`

/** Opens the registration and sends it, with one response per attempt. */
async function openRegister(
  page: Page,
  answers: { status?: number; json: Record<string, unknown> }[],
): Promise<void> {
  const { enter } = registerScreen(page)
  await page.route(ACCOUNT_CALL.register, (route) => route.fulfill(answers.shift() ?? {}))
  await page.route(ACCOUNT_CALL.counties, (route) =>
    route.fulfill({ json: [{ CountyID: 7, Name: 'Pecos' }] }),
  )
  await page.goto('/register')
  await enter({ email: LONG_ADDRESS, password: PASSWORD, county: 'Pecos' })
}

/** The registration, the forgotten password and the confirmation after a request, and before its response. */
const STATES: readonly Screen[] = [
  {
    name: 'register-refused',
    open: async (page) => {
      await page.goto('/register')
      await registerScreen(page).submit.click()
      await expect(registerScreen(page).failure).toBeVisible()
    },
  },
  {
    name: 'register-blocked',
    open: async (page) => {
      await openRegister(page, [{ status: 403, json: { error: 'This domain is not allowed.' } }])
      await expect(registerScreen(page).failure).toBeVisible()
    },
  },
  {
    name: 'register-complete',
    open: async (page) => {
      await openRegister(page, [{ json: { success: true } }])
      await expect(registerScreen(page).heading).toHaveText('Registration Complete')
    },
  },
  {
    name: 'forgot-password-refused',
    open: async (page) => {
      await page.goto('/forgot-password')
      await forgotScreen(page).submit.click()
      await expect(forgotScreen(page).failure).toBeVisible()
    },
  },
  {
    name: 'forgot-password-sent',
    open: async (page) => {
      await page.goto('/forgot-password')
      await forgotScreen(page).email.fill('nobody@pecos.example')
      await forgotScreen(page).submit.click()
      await expect(forgotScreen(page).said).toBeVisible()
    },
  },
  {
    name: 'reset-password-incomplete',
    open: async (page) => {
      await page.goto('/reset-password')
      await expect(resetScreen(page).failure).toBeVisible()
    },
  },
  {
    name: 'reset-password-refused',
    open: async (page) => {
      await page.goto('/reset-password?email=a%40pecos.example&token=abc')
      await resetScreen(page).enter('one password', 'another one')
      await expect(resetScreen(page).failure).toBeVisible()
    },
  },
  {
    name: 'confirm-verifying',
    isHeld: true,
    open: async (page) => {
      await page.route(ACCOUNT_CALL.confirm, () => {})
      await page.goto(`/confirm?email=${LONG_ADDRESS}&token=abc`)
      await expect(confirmScreen(page).verifying).toBeVisible()
    },
  },
  {
    name: 'confirm-resent',
    open: async (page) => {
      const { failure, resend, said } = confirmScreen(page)
      await page.route(ACCOUNT_CALL.confirm, (route) =>
        route.fulfill({ status: 503, json: { error: 'The database does not answer.' } }),
      )
      await page.goto(`/confirm?email=${LONG_ADDRESS}&token=abc`)
      await expect(failure).toBeVisible()
      await resend.click()
      await expect(said).toBeVisible()
    },
  },
]

/** They are open to everyone. */
export const ACCOUNTS: readonly Screen[] = STATES.map((screen) => ({ ...screen, isPublic: true }))
