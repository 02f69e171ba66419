import type { Locator, Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { test } from './browser/known-address.ts'
import { PASSWORD } from './browser/portal.ts'
import { codeOfApp } from './steps/authenticator.ts'
import { countiesScreen } from './steps/counties.ts'
import { frame, setWidth } from './steps/frame.ts'
import { chooseByTyping, coveredFocus, expectFocusKept, expectKeepsFocus, tabTo } from './steps/keyboard.ts'
import { addDevice, passkeysOn } from './steps/passkeys.ts'
import { openPerson, peopleScreen } from './steps/people.ts'
import { secondFactorOn } from './steps/second-factor.ts'

/** Moves the focus to the target and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function writeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Goes to another screen by its link. The focus goes to the screen's heading. */
async function goBy(page: Page, link: Locator, path: string): Promise<void> {
  await press(page, link)
  await expect(page).toHaveURL(new RegExp(`${path}$`, 'u'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

test('a long name covers no focused element in the dialog of a person', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const { clerk, county } = desk
  await records.run('UPDATE account SET full_name = $1 WHERE id = $2', [
    'Maximiliana '.repeat(10),
    clerk.userID,
  ])
  await signIn(page, people.administrator)
  for (const [width, height] of [
    [740, 360],
    [320, 256],
    [360, 740],
  ] as const) {
    await setWidth(page, width, height)
    await openPerson(page, clerk.email)
    const { dialog } = peopleScreen(page)
    // The last part to load.
    await expect(peopleScreen(page).county(county)).toBeVisible()
    const close = dialog.getByRole('button', { name: 'Close' })
    await tabTo(page, close)
    let stops = 0
    do {
      await page.keyboard.press('Tab')
      stops += 1
      expect(await coveredFocus(page), `stop ${stops} at ${width} x ${height}`).toBe(null)
    } while (stops < 60 && !(await close.evaluate((button) => button === document.activeElement)))
    expect(stops).toBeGreaterThan(6)
    expect(stops).toBeLessThan(60)
  }
})

test('the administration works without a mouse: people, proof, counties, activity, second factor, passkey', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  test.slow()
  const { clerk, county } = desk
  const boss = await records.addUser({ admin: true })
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await addDevice(page)
  await signIn(page, boss)
  await page.goto('/landing')

  await test.step('a person is found and made a reader; the proof is requested and given', async () => {
    const { search, row, cell, openButton, act, dialog, done, undo } = peopleScreen(page)
    await goBy(page, tab('Administration'), '/admin/people')
    await writeIn(page, search, clerk.email)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(row(clerk.email)).toBeVisible()
    await expect(search).toBeFocused()
    await press(page, openButton(clerk.email))
    await expectKeepsFocus(page, dialog)
    await chooseByTyping(page, dialog.getByLabel('Role'), 'Reader')
    await records.run('UPDATE session SET proven_at = NULL WHERE account_id = $1', [boss.userID])
    await press(page, act('Save'))
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(cell(clerk.email, 'Role')).toHaveText('Reader')
    await expect(done('was changed.')).toBeVisible()
    await expect(openButton(clerk.email)).toBeFocused()
    await press(page, undo)
    await expect(cell(clerk.email, 'Role')).toHaveText('County user')
    await expectFocusKept(page, 'Undo')
  })

  await test.step('Escape closes a question, then its dialog, and the focus returns each time', async () => {
    const { openButton, act, answer } = peopleScreen(page)
    await press(page, openButton(clerk.email))
    await press(page, act('Disable'))
    await expect(answer('Cancel')).toBeFocused()
    await expect(answer('Disable')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(act('Disable')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(openButton(clerk.email)).toBeFocused()
  })

  await test.step('a county is added, closed, and opened by Undo', async () => {
    const { add, field, act, search, cell, openButton, answer, undo } = countiesScreen(page)
    const name = `Ward ${county.CountyID}`
    await goBy(page, tab('Counties'), '/admin/counties')
    await press(page, add)
    await writeIn(page, field('Name'), name)
    await press(page, act('Add'))
    await expect(add).toBeFocused()
    await writeIn(page, search, name)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await press(page, openButton(name))
    await press(page, act('Close the county'))
    await expect(answer('Keep it open')).toBeFocused()
    await press(page, answer('Close the county'))
    await expect(cell(name, 'Status')).toHaveText('Closed')
    await expectFocusKept(page, 'the question')
    await press(page, undo)
    await expect(cell(name, 'Status')).toHaveText('Open')
    await expectFocusKept(page, 'Undo')
  })

  await test.step('the activity is filtered by a person', async () => {
    await goBy(page, tab('Activity'), '/admin/history')
    const person = page.getByLabel('Person (e-mail address)')
    await writeIn(page, person, clerk.email)
    await page.keyboard.press('Enter')
    const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(person).toBeFocused()
  })

  await test.step('a second factor is set up on the account', async () => {
    const { region, code, button } = secondFactorOn(page)
    await press(page, frame(page).accountMenu)
    await goBy(page, page.getByRole('banner').getByRole('link', { name: 'Account' }), '/account')
    await press(page, button('Set up two-step verification'))
    await expectFocusKept(page, 'Set up')
    const secret = (await region.locator('code').textContent()) ?? ''
    await writeIn(page, code, codeOfApp(secret))
    await page.keyboard.press('Enter')
    await expect(region.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
    await press(page, button('I have saved them'))
    await expect(region).toContainText('Two-step verification has been on')
    await expectFocusKept(page, 'I have saved them')
  })

  await test.step('and a passkey is added and renamed', async () => {
    const { section, name, rows, done } = passkeysOn(page)
    await writeIn(page, name, 'Key ring')
    await page.keyboard.press('Enter')
    await expect(done).toContainText('Your passkey was added.')
    await expectFocusKept(page, 'adding a passkey')
    await press(page, section.getByRole('button', { name: 'Rename Key ring' }))
    await expect(section.getByLabel('Name of the passkey')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Work laptop')
    await page.keyboard.press('Enter')
    await expect(rows).toContainText('Work laptop')
    await expectFocusKept(page, 'renaming')
  })
})
