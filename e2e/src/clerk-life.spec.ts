import { readMails } from '@portal/server/src/testing/mailbox.ts'
import type { Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { test } from './browser/known-address.ts'
import type { Portal } from './browser/portal.ts'
import { linkMailedTo, resetScreen } from './steps/accounts.ts'
import { codeOfApp } from './steps/authenticator.ts'
import { documentsScreen } from './steps/documents.ts'
import { loginScreen } from './steps/login.ts'
import { addDevice, passkeysOn, withoutAutofill } from './steps/passkeys.ts'
import { findPerson, openPerson, peopleScreen } from './steps/people.ts'
import { givePassword, secondFactorOn, setUpSecondFactor } from './steps/second-factor.ts'

const CHOSEN = 'quiet tannery 4417 gate'

/** The text of the newest e-mail with that subject. */
async function mailed(portal: Portal, address: string, subject: string): Promise<string> {
  const all = async () =>
    (await readMails(portal.dataDir, address)).filter((mail) => mail.subject?.includes(subject))
  await expect.poll(async () => (await all()).length, `'${subject}' to ${address}`).toBeGreaterThan(0)
  return (await all()).at(-1)?.text ?? ''
}

async function giveCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Code', { exact: true })
  await field.fill(code)
  await field.press('Enter')
  await expect(page).toHaveURL('/welcome')
}

/** The status of this browser's next call. */
async function statusOf(page: Page, path: string): Promise<number> {
  return (await page.request.get(path)).status()
}

async function expectSignedOut(page: Page): Promise<void> {
  expect(await statusOf(page, '/api/files/uploads')).toBe(401)
  await page.goto('/home')
  await expect(page).toHaveURL('/login')
}

test('R7.49 a clerk’s life: invited, a passkey, a second device, another county, the factor lost, disabled, enabled again', async ({
  page: admin,
  browser,
  desk,
  portal,
  people,
  records,
  signIn,
}) => {
  test.slow()
  const other = await records.addCounty()
  const [ofFirst = 0, ofOther = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: people.administrator, description: 'Of the first county' },
    { county: other, uploadedBy: people.administrator, description: 'Of the other county' },
  ])
  const manager = await records.addUser({ county: desk.county, role: 'manager' })
  const managing = await (await browser.newContext()).newPage()
  const desktop = await (await browser.newContext()).newPage()
  const tablet = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/604.1' })
  ).newPage()
  const email = `life-${desk.county.CountyID}@reeves.example`
  let secret = ''
  let recoveryCodes: string[] = []

  await test.step('the manager of a county invites them', async () => {
    const { invite, addresses, send, verdicts, close, cell } = peopleScreen(managing)
    await signIn(managing, manager)
    await managing.goto('/admin/people')
    await invite.click()
    await addresses.fill(`${email}, Ana Ruiz`)
    await send.click()
    await expect(verdicts).toContainText(['Invited.'])
    await close.click()
    await expect(cell(email, 'Status')).toHaveText('Invited')
  })

  await test.step('R7.49 the e-mail leads to a first password, by a link that works once and then offers a new one', async () => {
    const subject = 'You are invited to the county document portal'
    expect(await mailed(portal, email, subject)).toContain(
      `${manager.email} has invited you to the county document portal`,
    )
    const link = await linkMailedTo(portal, email, new RegExp(subject, 'u'))
    await desktop.goto(link)
    await expect(resetScreen(desktop).heading).toHaveText('Choose your password')
    await expect(desktop.getByText(`Your account: ${email}`)).toBeVisible()
    await resetScreen(desktop).enter(CHOSEN)
    await expect(resetScreen(desktop).said).toContainText('Password updated successfully.')
    await desktop.goto(link)
    await expect(desktop.getByText('This link has expired or was already used.')).toBeVisible()
    await expect(resetScreen(desktop).newPassword).toHaveCount(0)
    await desktop.getByRole('button', { name: 'Send a new link' }).click()
    await expect(resetScreen(desktop).said).toHaveText(
      'If an account exists for that email, a reset link has been sent.',
    )
  })

  await test.step('they sign in for the first time, and see their county', async () => {
    await withoutAutofill(desktop)
    await desktop.goto('/login')
    await loginScreen(desktop).enter({ email }, CHOSEN)
    await expect(desktop).toHaveURL('/welcome')
    await desktop.goto('/home')
    await expect(documentsScreen(desktop).fileIds).toHaveText([String(ofFirst)])
    await findPerson(managing, email)
    await expect(peopleScreen(managing).cell(email, 'Status')).toHaveText('Active')
  })

  await test.step('they add a passkey, and it signs them in', async () => {
    const { name, add, done, rows, signIn: button } = passkeysOn(desktop)
    await addDevice(desktop)
    await desktop.goto('/account')
    await name.fill('Work laptop')
    await add.click()
    await expect(done).toContainText('Your passkey was added.')
    expect(await mailed(portal, email, 'Your sign-in settings changed')).toContain('a passkey was added')
    await desktop.context().clearCookies()
    await desktop.goto('/login')
    await button.click()
    await expect(desktop).toHaveURL('/welcome')
    await desktop.goto('/account')
    await expect(rows).toContainText('last used')
  })

  await test.step('they set up a second factor', async () => {
    ;({ secret, recoveryCodes } = await setUpSecondFactor(desktop))
    expect(recoveryCodes).toHaveLength(10)
    await secondFactorOn(desktop).button('I have saved them').click()
    await expect(secondFactorOn(desktop).region).toContainText('Two-step verification has been on')
    await expect
      .poll(() => mailed(portal, email, 'Your sign-in settings changed'))
      .toContain('an authenticator app was added')
  })

  await test.step('a second device asks for a code, and an e-mail reports it', async () => {
    await givePassword(tablet, { email }, CHOSEN)
    expect(await statusOf(tablet, '/api/files/uploads')).toBe(401)
    await giveCode(tablet, codeOfApp(secret, 1))
    expect(await mailed(portal, email, 'A new sign-in to your account')).toContain(
      'This is the first sign-in from this device or network.',
    )
    await desktop.goto('/account')
    const sessions = desktop.getByRole('region', { name: 'Where you are signed in', exact: true })
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1)
    await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()
  })

  await test.step('an administrator moves them to another county: the next call sees only that one', async () => {
    const { dialog: _dialog, county, act, cell } = peopleScreen(admin)
    await desktop.goto('/home')
    await expect(documentsScreen(desktop).fileIds).toHaveText([String(ofFirst)])
    await signIn(admin, people.administrator)
    await openPerson(admin, email)
    await county(other).check()
    await county(desk.county).uncheck()
    await act('Save').click()
    await expect(cell(email, 'Counties')).toHaveText(other.Name)

    expect(await statusOf(tablet, `/api/files/uploads/${ofFirst}/download`)).toBe(404)
    await documentsScreen(desktop).filters.refresh.click()
    await expect(documentsScreen(desktop).fileIds).toHaveText([String(ofOther)])
    for (const device of [desktop, tablet]) {
      await device.goto('/home')
      await expect(documentsScreen(device).fileIds).toHaveText([String(ofOther)])
    }
    const told = await mailed(portal, email, 'Your access has changed')
    expect(told).toContain(`You now belong to ${other.Name}.`)
    expect(told).toContain(`You no longer belong to ${desk.county.Name}.`)
    await managing.goto(`/admin/people?search=${encodeURIComponent(email)}`)
    await expect(managing.getByText('No one matches these filters.')).toBeVisible()
  })

  await test.step('the factor is lost: an administrator resets it, and both devices are signed out', async () => {
    const { act, answer, cell, done } = peopleScreen(admin)
    await openPerson(admin, email)
    await act('Reset two-step verification').click()
    await answer('Reset').click()
    await expect(done('no longer has two-step verification.')).toBeVisible()
    await expect(cell(email, 'Two-step')).toHaveText('None')
    for (const device of [desktop, tablet]) await expectSignedOut(device)
    await expect
      .poll(() => mailed(portal, email, 'Your sign-in settings changed'))
      .toContain('two-step verification and all passkeys were removed from your account')
  })

  await test.step('the password alone signs them in, and they set up another factor and another passkey', async () => {
    await loginScreen(desktop).enter({ email }, CHOSEN)
    await expect(desktop).toHaveURL('/welcome')
    const before = { secret, recoveryCodes }
    ;({ secret, recoveryCodes } = await setUpSecondFactor(desktop))
    expect(secret).not.toBe(before.secret)
    await secondFactorOn(desktop).button('I have saved them').click()
    const { name, add, done: added } = passkeysOn(desktop)
    await name.fill('Work laptop')
    await add.click()
    await expect(added).toContainText('Your passkey was added.')
    await givePassword(tablet, { email }, CHOSEN)
    await tablet.getByLabel('Code', { exact: true }).fill(codeOfApp(before.secret))
    await tablet.keyboard.press('Enter')
    await expect(tablet.getByRole('alert').filter({ hasText: /\S/u })).toContainText('not right')
    await giveCode(tablet, codeOfApp(secret, 1))
  })

  await test.step('disabled, their next call is refused on both devices, and no method signs them in', async () => {
    const { act, answer, cell } = peopleScreen(admin)
    await openPerson(admin, email)
    await act('Disable').click()
    await answer('Disable').click()
    await expect(cell(email, 'Status')).toHaveText('Disabled')
    for (const device of [desktop, tablet]) await expectSignedOut(device)
    await loginScreen(tablet).enter({ email }, CHOSEN)
    await expect(loginScreen(tablet).failure).toHaveText('Invalid username or password')
    const { signIn: button, refusal } = passkeysOn(desktop)
    await button.click()
    await expect(refusal).toContainText('This passkey was not accepted.')
  })

  await test.step('enabled again, they sign in with a recovery code, and by the passkey', async () => {
    const { openButton, act, cell } = peopleScreen(admin)
    await openButton(email).click()
    await act('Enable').click()
    await expect(cell(email, 'Status')).toHaveText('Active')
    await givePassword(tablet, { email }, CHOSEN)
    await tablet.getByRole('button', { name: 'Use a recovery code' }).click()
    await tablet.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '')
    await tablet.keyboard.press('Enter')
    await expect(tablet).toHaveURL('/welcome')
    await desktop.goto('/login')
    await passkeysOn(desktop).signIn.click()
    await expect(desktop).toHaveURL('/welcome')
    await desktop.goto('/home')
    await expect(documentsScreen(desktop).fileIds).toHaveText([String(ofOther)])
  })

  await Promise.all([managing, desktop, tablet].map((each) => each.context().close()))
})
