import type { Page } from '@playwright/test'
import { PASSWORD } from './browser/portal.ts'
import { expect, test as base } from './browser/fixtures.ts'
import { ACCOUNT_CALL, confirmScreen, forgotScreen, registerScreen, resetScreen } from './steps/accounts.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'

type Fixtures = {
  /** Zero axe findings in light and dark, wide and on a phone, and no sideways scroll anywhere. */
  expectGood: (page: Page) => Promise<void>
}

const test = base.extend<Fixtures>({
  expectGood: async ({ axeClean }, use) =>
    use((page) =>
      inEveryAppearance(page, async () => {
        await expectNoSidewaysScroll(page)
        await axeClean(page)
      }),
    ),
})

const LONG_ADDRESS = `${'somebody.with.a.long.name'.repeat(2)}@appraisal-district.pecos.example`

test('the registration: empty, refused, blocked, complete', async ({ page, expectGood }) => {
  const { email, enter, submit, failure, heading } = registerScreen(page)
  await page.goto('/register')
  await expect(email).toBeVisible()
  await expectGood(page)
  await submit.click()
  await expect(failure).toBeVisible()
  await expectGood(page)
  const blocked = { status: 403, json: { error: 'This domain is not allowed.' } }
  const answers = [blocked, { json: { success: true } }]
  await page.route(ACCOUNT_CALL.register, (route) => route.fulfill(answers.shift() ?? {}))
  await page.route(ACCOUNT_CALL.counties, (route) =>
    route.fulfill({ json: [{ CountyID: 7, Name: 'Pecos' }] }),
  )
  await page.reload()
  await enter({ email: LONG_ADDRESS, password: PASSWORD, county: 'Pecos' })
  await expect(failure).toBeVisible()
  await expectGood(page)
  await submit.click()
  await expect(heading).toHaveText('Registration Complete')
  await expectGood(page)
})

test('the forgotten password: empty, refused, sent', async ({ page, expectGood }) => {
  const { email, submit, failure, said } = forgotScreen(page)
  await page.goto('/forgot-password')
  await expect(email).toBeVisible()
  await expectGood(page)
  await submit.click()
  await expect(failure).toBeVisible()
  await expectGood(page)
  await email.fill('nobody@pecos.example')
  await submit.click()
  await expect(said).toBeVisible()
  await expectGood(page)
})

test('the new password: with a link that lacks something, and refused', async ({ page, expectGood }) => {
  const { failure, enter } = resetScreen(page)
  await page.goto('/reset-password')
  await expect(failure).toBeVisible()
  await expectGood(page)
  await page.goto('/reset-password?email=a%40pecos.example&token=abc')
  await enter('one password', 'another one')
  await expect(failure).toBeVisible()
  await expectGood(page)
})

test('the confirmation: on its way, failed, asked for again', async ({ page, expectGood }) => {
  const { verifying, failure, resend, said } = confirmScreen(page)
  const release = Promise.withResolvers<void>()
  await page.route(ACCOUNT_CALL.confirm, async (route) => {
    await release.promise
    await route.fulfill({ status: 503, json: { error: 'The database does not answer.' } })
  })
  await page.goto(`/confirm?email=${LONG_ADDRESS}&token=abc`)
  await expect(verifying).toBeVisible()
  await expectGood(page)
  release.resolve()
  await expect(failure).toBeVisible()
  await resend.click()
  await expect(said).toBeVisible()
  await expectGood(page)
})
