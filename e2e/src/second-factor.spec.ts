import { expect, test } from './browser/fixtures.ts'
import { codeOfApp } from './steps/authenticator.ts'
import { givePassword, secondFactorOn, setUpSecondFactor } from './steps/second-factor.ts'

test('R2.99 a second factor is set up, and signing in asks for its code, or for a recovery code', async ({
  page,
  context,
  desk,
  signIn,
  axeClean,
}) => {
  const { region, code, problem, button } = secondFactorOn(page)
  await signIn(page, desk.clerk)
  await page.goto('/account')
  await button('Set up two-step verification').click()
  await code.fill('no')
  await button('Turn on').click()
  await expect(problem).toHaveText('This code is not right, or was used already. Please try the next one.')
  await button('Cancel').click()
  await expect(button('Set up two-step verification')).toBeVisible()

  const { secret, used, recoveryCodes } = await setUpSecondFactor(page)
  expect(recoveryCodes).toHaveLength(10)
  await button('I have saved them').click()
  await expect(region).toContainText('Two-step verification has been on')
  await expect(region).toContainText('10 recovery codes are left.')
  await axeClean(page)

  await context.clearCookies()
  await givePassword(page, desk.clerk)
  await test.step('R2.99 the code step leads back to the sign-in, which asks for the password again', async () => {
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(page.getByLabel('Username')).toBeFocused()
  })
  await givePassword(page, desk.clerk)
  const typed = page.getByLabel('Code', { exact: true })
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(typed).toHaveAttribute('inputmode', 'numeric')
  await typed.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter a code.')
  await typed.fill(used)
  await typed.press('Enter')
  await expect(page.getByRole('alert')).toContainText('was used already')
  const next = codeOfApp(secret, 1)
  await typed.fill(`${next.slice(0, 3)} ${next.slice(3)}`)
  await typed.press('Enter')
  await expect(page).toHaveURL('/welcome')

  await context.clearCookies()
  await givePassword(page, desk.clerk)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code', { exact: true })
  await expect(recovery).toBeFocused()
  await axeClean(page)
  await recovery.fill((recoveryCodes[0] ?? '').toUpperCase())
  await recovery.press('Enter')
  await expect(page).toHaveURL('/welcome')
  await page.goto('/account')
  await expect(region).toContainText('9 recovery codes are left.')

  await button('Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(region.getByRole('status')).toHaveText('Two-step verification was removed.')
  await expect(button('Set up two-step verification')).toBeVisible()
})

test('leaving asks about recovery codes that were not saved; a proof of identity accepts the password or a code', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { region, button } = secondFactorOn(page)
  const question = page.getByRole('alertdialog')
  await signIn(page, desk.clerk)
  const { secret, recoveryCodes } = await setUpSecondFactor(page)
  await expect(region).toContainText(`For ${desk.clerk.email} at `)
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect(question).toContainText('Leave without your recovery codes?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/account')
  await expect(region.getByRole('listitem')).toHaveText(recoveryCodes)
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/gu)
  expect(sheets).toHaveLength(1)
  await button('I have saved them').click()

  await button('New recovery codes').click()
  await expect(question).toContainText('The ones that you have kept stop working.')
  await question.getByRole('button', { name: 'Keep these' }).click()
  await expect(region.getByRole('listitem')).toHaveCount(0)
  await button('New recovery codes').click()
  await question.getByRole('button', { name: 'Make new ones' }).click()
  await expect(region.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('link', { name: 'Documents' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/home')

  await test.step('a proof of identity accepts the password or a code, and offers either instead of the other', async () => {
    await page.goto('/account')
    await records.run('UPDATE session SET proven_at = NULL WHERE account_id = $1', [desk.clerk.userID])
    await button('New recovery codes').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new ones' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    const password = proof.getByLabel('Password', { exact: true })
    const code = proof.getByLabel('Code', { exact: true })
    await expect(password).toBeFocused()
    await password.fill('not my password')
    await password.press('Enter')
    await expect(proof.getByRole('alert')).toHaveText('This password is not right. Please try again.')
    await proof.getByRole('button', { name: 'Use a code instead' }).click()
    await expect(code).toBeFocused()
    await expect(proof.getByRole('alert')).toBeEmpty()
    await proof.getByRole('button', { name: 'Use your password instead' }).click()
    await expect(password).toBeFocused()
    await proof.getByRole('button', { name: 'Use a code instead' }).click()
    await code.fill(codeOfApp(secret, 1))
    await code.press('Enter')
    await expect(proof).toHaveCount(0)
    await expect(region.getByRole('listitem')).toHaveCount(10)
  })
})

test('R2.97 an administrator sees who has a second factor, and resets a lost one', async ({
  page,
  browser,
  desk,
  people,
  signIn,
}) => {
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, desk.clerk)
  await setUpSecondFactor(theirs)
  await signIn(page, people.administrator)
  await page.goto(`/admin/people?search=${encodeURIComponent(desk.clerk.email)}`)
  await page.getByLabel('Two-step verification').selectOption('On')
  await expect(page).toHaveURL(/second-factor=on/u)
  const row = page.getByRole('row').filter({ hasText: desk.clerk.email })
  await expect(row.locator('[data-label="Two-step"]')).toHaveText('Codes')
  await page.getByRole('button', { name: `Open ${desk.clerk.email}` }).click()
  await page.getByRole('button', { name: 'Reset two-step verification' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'no longer has two-step verification.' }),
  ).toBeVisible()
  await expect(row).toHaveCount(0)
  await theirs.goto('/account')
  await expect(theirs).toHaveURL('/login')
  await theirs.context().close()
})
