import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CLIENT_SECRET, startIssuer, type TestIssuer } from '@portal/server/src/testing/issuer.ts'
import { expect, test as base } from './browser/fixtures.ts'
import { freePort } from './browser/known-address.ts'
import { type County, openPortal, type Portal } from './browser/portal.ts'
import { expectNoSidewaysScroll, inEveryAppearance, show } from './steps/eyes.ts'
import { WIDTH } from './steps/frame.ts'
import { codeOfApp } from './steps/authenticator.ts'
import { loginScreen } from './steps/login.ts'
import { secondFactorOn, setUpSecondFactor } from './steps/second-factor.ts'

const NAME = 'Account of the firm'
const COUNTY_NUMBER = '389'

/** A portal with a real issuer, which knows the people that a test names. */
const test = base.extend<
  { signInNew(name: string): Promise<void> },
  { portal: Portal; issuer: TestIssuer & { readonly portal: Portal }; countyOfRule: County }
>({
  issuer: [
    async ({ browserName: _browserName }, use) => {
      const port = await freePort()
      const publicUrl = `http://localhost:${port}`
      const callback = `${publicUrl}/api/auth/oidc/firm/callback`
      const issuer = await startIssuer({ callback, afterSignOut: `${publicUrl}/login` })
      const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-issuers-'))
      const file = join(folder, 'issuers.json')
      await writeFile(join(folder, 'secret'), CLIENT_SECRET)
      await writeFile(
        file,
        JSON.stringify([
          {
            id: 'firm',
            name: NAME,
            issuer: issuer.address,
            clientId: 'portal',
            clientSecretFile: 'secret',
            scope: 'openid email profile groups',
            domains: ['firm.example'],
            rules: [{ groups: ['appraisers'], counties: [COUNTY_NUMBER], role: 'staff' }],
          },
        ]),
      )
      const portal = await openPortal({
        PORT: port,
        OIDC_ISSUERS: file,
        SECOND_FACTOR_REQUIRED: 'manager',
      })
      await use({ ...issuer, portal })
      await portal.close()
      await issuer.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  portal: [async ({ issuer }, use) => use(issuer.portal), { scope: 'worker', timeout: 180_000 }],
  /** The county that the rules grant. */
  countyOfRule: [
    async ({ records }, use) => {
      const county = await records.addCounty()
      await records.run('UPDATE county SET number = $1 WHERE id = $2', [COUNTY_NUMBER, county.CountyID])
      await use(county)
    },
    { scope: 'worker' },
  ],
  /** A person whom the rules make staff at their first sign-in. */
  signInNew: ({ page, issuer, countyOfRule: _county }, use) =>
    use(async (name) => {
      issuer.knows(name, { email: `${name}@firm.example`, email_verified: true, groups: ['appraisers'] })
      await signInThere(page, name)
      await expect(page).toHaveURL('/welcome')
    }),
})

// One worker, so that the portal starts once.
test.describe.configure({ mode: 'default' })

const button = (page: Page) => page.getByRole('button', { name: `Sign in with ${NAME}` })

async function signInThere(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await button(page).click()
  await enterThere(page, name)
}

async function enterThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('R2.136 a new person signs in by the issuer, works with the access of its rules, and signs out there too', async ({
  page,
  issuer,
  axeClean,
  signInNew,
}) => {
  await page.goto('/login')
  await inEveryAppearance(page, async () => {
    await expect(button(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await signInNew('nina')
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section).toContainText(NAME)
  await expect(section).toContainText('Your access comes from this sign-in, so it can’t be removed.')
  await expect(section.getByRole('button')).toHaveCount(0)
  const password = page.getByRole('region', { name: 'Password' })
  await expect(password).toContainText(
    `You have none: you sign in with ${NAME}. Please ask your county manager or the helpdesk for a link to choose one.`,
  )
  await expect(password.getByLabel('Current password')).toHaveCount(0)
  for (const name of ['Two-step verification', 'Passkeys']) {
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('button').first()).toBeVisible()
    await expect(section).not.toContainText(/your password/iu)
  }
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await show(page, { colorScheme: 'light', width: WIDTH.wide })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(new RegExp(`^${issuer.address}/session/end`))
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/login')
})

test('R2.133 an existing account is joined after its password, and opened by the issuer from then on', async ({
  page,
  issuer,
  records,
  axeClean,
}) => {
  const old = await records.addUser({ email: 'old@firm.example' })
  issuer.knows('old', { email: old.email, email_verified: true })
  await signInThere(page, 'old')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status').filter({ hasText: 'already' })).toHaveText(
    `You have an account here already. Please sign in to it once more as before; ${NAME} is joined to it then.`,
  )
  await axeClean(page)
  await loginScreen(page).enter(old)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section).toContainText(`${NAME} is joined to your account, and signs you in from now on.`)
  await expect(section.getByRole('listitem')).toContainText(NAME)
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await section.getByRole('button', { name: `Remove ${NAME}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this sign-in?' })
  await expect(question).toContainText('You sign in with your password then.')
  await question.getByRole('button', { name: 'Keep' }).click()
  await page.context().clearCookies()
  await signInThere(page, 'old')
  await expect(page).toHaveURL('/welcome')
})

test('R2.135 a person with codes is asked for one after the issuer, and reaches the screen after the sign-in', async ({
  page,
  axeClean,
  signInNew,
}) => {
  await signInNew('cora')
  const { secret } = await setUpSecondFactor(page)
  await secondFactorOn(page).button('I have saved them').click()
  await page.context().clearCookies()
  await signInThere(page, 'cora')
  await expect(page).toHaveURL('/login')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await axeClean(page)
  await code.fill('000000')
  await code.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right' })).toBeVisible()
  await code.fill(codeOfApp(secret, 1))
  await code.press('Enter')
  await expect(page).toHaveURL('/welcome')
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toContainText(NAME)
})

test('R2.147 a person without a password gives a proof at the issuer, which asks for credentials even if it remembers them', async ({
  page,
  records,
  axeClean,
  signInNew,
}) => {
  await signInNew('paul')
  await records.run(
    `UPDATE session SET proven_at = NULL FROM account WHERE account.id = account_id AND email = 'paul@firm.example'`,
    [],
  )
  const { button: ofFactor } = secondFactorOn(page)
  await page.goto('/account')
  await ofFactor('Set up two-step verification').click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  const again = proof.getByRole('button', { name: `Sign in again with ${NAME}` })
  await inEveryAppearance(page, async () => {
    await expect(again).toBeVisible()
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await expect(proof).toContainText('You have no password here to confirm it with.')
  await expect(proof.getByRole('textbox')).toHaveCount(0)
  await expect(proof.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await expect(proof.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await again.click()
  await enterThere(page, 'paul')
  await expect(page).toHaveURL('/welcome')
  await page.goto('/account')
  await ofFactor('Set up two-step verification').click()
  await expect(ofFactor('Turn on')).toBeVisible()
})

test('R2.148 a pending identity is still offered after a required second factor is set up', async ({
  page,
  issuer,
  records,
  axeClean,
}) => {
  const lead = await records.addUser({ email: 'lead@firm.example' })
  await records.run(`UPDATE account SET role = 'manager' WHERE id = $1`, [lead.userID])
  issuer.knows('lead', { email: lead.email, email_verified: true })
  await signInThere(page, 'lead')
  await expect(page).toHaveURL('/login')
  await loginScreen(page).enter(lead)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-step verification')
  const { region, code, button: ofFactor } = secondFactorOn(page, 'Codes from an app')
  await ofFactor('Set up codes').click()
  await code.fill(codeOfApp((await region.locator('code').textContent()) ?? ''))
  await code.press('Enter')
  await ofFactor('I have saved them').click()
  const section = page.getByRole('region', { name: 'Single sign-on' })
  const join = section.getByRole('button', { name: 'Join it to this account' })
  await inEveryAppearance(page, async () => {
    await expect(join).toBeVisible()
    await expect(section).toContainText(`You came with ${NAME}, which is not joined to ${lead.email} yet.`)
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await join.click()
  await expect(section).toContainText(`${NAME} is joined to your account, and signs you in from now on.`)
  await expect(section.getByRole('listitem')).toContainText(NAME)
  await expect(join).toHaveCount(0)
})

test('R2.148 no link makes the account say that an identity was joined, was not, or is pending', async ({
  page,
  records,
  signIn,
}) => {
  await signIn(page, await records.addUser({ email: 'linda@firm.example' }))
  for (const said of ['joined', 'not-joined', 'join']) {
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/auth/oidc/join'))
    await page.goto(`/account?sso=${said}`)
    await asked
    await expect(page.getByRole('region', { name: 'What you did lately' })).toContainText('Signed in')
    await expect(page.getByText(/joined? /u)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Single sign-on' })).toHaveCount(0)
  }
})

test('R2.137 a failure at the issuer is one sentence at the sign-in', async ({ page, issuer, axeClean }) => {
  issuer.knows('stranger', { email: 'stranger@firm.example', email_verified: false })
  await signInThere(page, 'stranger')
  const failure = page.getByRole('alert').filter({ hasText: NAME })
  await expect(failure).toHaveText(
    `${NAME} has not verified your e-mail address, so you can’t sign in with it.`,
  )
  await expect(page).toHaveURL('/login')
  await axeClean(page)
  await page.goto('/login?sso=Call%20555-0100%20now&with=firm')
  await expect(failure).toHaveText(`Signing in with ${NAME} did not work. Please try again.`)
})
