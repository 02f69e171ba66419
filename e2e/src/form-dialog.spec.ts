import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { openPerson, peopleScreen } from './steps/people.ts'

/** Whether the browser would ask before it closes the tab. */
async function asksBeforeClosing(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

test('a form dialog sends once, however often its button is pressed', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { dialog, act, cell } = peopleScreen(page)
  const held = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**/api/admin/people/${desk.clerk.userID}`, async (route) => {
    sent += 1
    await held.promise
    await route.continue()
  })
  await signIn(page, people.administrator)
  await openPerson(page, desk.clerk.email)
  await dialog.getByLabel('Role').selectOption('reader')
  await act('Save').click()
  await expect(act('Saving...')).toHaveAttribute('aria-disabled', 'true')
  // A button that is only marked as disabled still sends the form.
  await act('Saving...').click({ force: true })
  await act('Saving...').press('Enter')
  held.resolve()
  await expect(dialog).toHaveCount(0)
  await expect(cell(desk.clerk.email, 'Role')).toHaveText('Reader')
  expect(sent).toBe(1)
})

test('a form dialog with unsaved input asks before every way out, and then takes that way', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { dialog, invite, addresses, answer } = peopleScreen(page)
  const role = dialog.getByLabel('Role')
  const question = page.getByRole('alertdialog')
  const changeRole = async () => {
    await openPerson(page, desk.clerk.email)
    await role.selectOption('reader')
  }
  await signIn(page, people.administrator)

  await test.step('the browser asks before it closes the tab, until nothing is unsaved', async () => {
    await changeRole()
    expect(await asksBeforeClosing(page)).toBe(true)
    await role.selectOption('user')
    expect(await asksBeforeClosing(page)).toBe(false)
    await role.selectOption('reader')
    expect(await asksBeforeClosing(page)).toBe(true)
  })
  await test.step('closing asks, and then closes', async () => {
    await page.keyboard.press('Escape')
    await expect(question).toContainText('The role and counties that you selected here would be lost.')
    await answer('Discard changes').click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\/people\?/u)
    expect(await asksBeforeClosing(page)).toBe(false)
  })
  await test.step('a link asks, and then leads to its screen', async () => {
    await changeRole()
    await dialog.getByRole('link', { name: 'Activity' }).click()
    await expect(question).toBeVisible()
    await answer('Discard changes').click()
    await expect(page).toHaveURL(/\/admin\/history\?/u)
    await expect(dialog).toHaveCount(0)
  })
  await test.step('Back asks, and then leads back', async () => {
    await page.goto('/landing')
    await page.getByRole('link', { name: 'Administration' }).click()
    await invite.click()
    await addresses.fill('ana@reeves.example')
    await page.goBack()
    await expect(question).toBeVisible()
    await answer('Discard changes').click()
    await expect(page).toHaveURL(/\/landing$/u)
    await expect(dialog).toHaveCount(0)
  })
})
