import type { Page } from '@playwright/test'
import { type Account, PASSWORD } from '../browser/portal.ts'

/** The sign-in screen, as people see and hear it. */
export function loginScreen(page: Page) {
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: /^Log/ })
  const form = page.locator('form')
  return {
    username,
    password,
    submit,
    failure: form.getByRole('alert'),
    async open() {
      await page.goto('/login')
    },
    async enter({ email }: Pick<Account, 'email'>, typed = PASSWORD) {
      await username.fill(email)
      await password.fill(typed)
      await submit.click()
    },
  }
}
