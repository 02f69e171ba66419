import type { Locator } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { linkMailedTo } from './steps/accounts.ts'
import { setWidth, WIDTH } from './steps/frame.ts'
import { openPerson, peopleScreen } from './steps/people.ts'

test('R8.11 an administrator invites a person, changes their counties, disables them and undoes that', async ({
  page,
  portal,
  desk,
  people,
  records,
  signIn,
}) => {
  const other = await records.addCounty()
  const address = `invited-${desk.county.CountyID}@reeves.example`
  await signIn(page, people.administrator)
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/admin\/people$/)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Addresses').fill(`${address}, Ana Ruiz\nno address\n${desk.clerk.email}`)
  await dialog.getByLabel(desk.county.Name).check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('1 of 3 invited.')
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByRole('listitem')).toContainText([
    'This is not an e-mail address.',
    'There is already an account.',
    'Invited.',
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)

  await page.getByLabel('Search by address or name').fill('ana ruiz')
  const row = page.getByRole('row').filter({ hasText: address })
  await expect(row.locator('[data-label="Status"]')).toHaveText('Invited')
  await expect(page).toHaveURL(/search=ana/)

  await page.getByRole('button', { name: `Open ${address}` }).click()
  await dialog.getByLabel(other.Name).check()
  await dialog.getByLabel(desk.county.Name).uncheck()

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.locator('[data-label="Counties"]')).toHaveText(other.Name)

  await page.getByRole('button', { name: `Open ${address}` }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row.locator('[data-label="Status"]')).toHaveText('Disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.locator('[data-label="Status"]')).toHaveText('Invited')

  await test.step('R8.13 an invitation with an expired link is marked, and sent again from the list', async () => {
    const first = await linkMailedTo(portal, address, /invited/iu)
    await records.run(
      `WITH expired AS (
         UPDATE account SET created_at = created_at - interval '73 hours' WHERE email = $1 RETURNING id)
       DELETE FROM token USING expired WHERE account_id = expired.id`,
      [address],
    )
    await page.reload()
    await expect(row.locator('[data-label="Status"]')).toHaveText('Invitation expired')
    await page.getByRole('button', { name: `Open ${address}` }).click()
    await dialog.getByRole('button', { name: 'Send the link again' }).click()
    await expect.poll(() => linkMailedTo(portal, address, /invited|new password/iu)).not.toBe(first)
    await page.reload()
    await expect(row.locator('[data-label="Status"]')).toHaveText('Invited')
  })
  await test.step('on the card of a phone every fact has its label', async () => {
    await setWidth(page, WIDTH.phone)
    for (const fact of ['Role', 'Status', 'Last sign-in', 'Added'])
      expect(await labelOf(row.locator(`[data-label="${fact}"]`))).toBe(fact)
  })
})

/** The label that a cell shows on a card. */
function labelOf(cell: Locator): Promise<string> {
  return cell.evaluate((element) => {
    const { content, display } = getComputedStyle(element, '::before')
    return content === 'none' || display === 'none' ? '' : (element.dataset['label'] ?? '')
  })
}

test('R7.51 pasted addresses survive a slip or a refusal; counties can be searched, and a failed load is reported', async ({
  page,
  people,
  signIn,
  axeClean,
  desk,
  records,
}) => {
  await test.step('pasted addresses survive a slip: closing asks first, and Back too', async () => {
    const { invite, addresses, dialog, answer } = peopleScreen(page)
    const question = page.getByRole('alertdialog')
    await signIn(page, people.administrator)
    await page.goto('/landing')
    await page.getByRole('link', { name: 'Administration' }).click()
    await invite.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await invite.click()
    await addresses.fill('ana@reeves.example')
    const leave = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.goBack(),
    ]
    for (const slip of leave) {
      await slip()
      await expect(question).toContainText('The addresses that you entered here would be lost.')
      await expect(answer('Keep editing')).toBeFocused()
      await answer('Keep editing').click()
      // An Escape while it is still shown would only be another No.
      await expect(question).toHaveCount(0)
      await expect(addresses).toHaveValue('ana@reeves.example')
    }
    await page.keyboard.press('Escape')
    await expect(answer('Keep editing')).toBeFocused()
    await axeClean(page)
    await answer('Discard changes').click()
    await expect(dialog).toHaveCount(0)
    await expect(invite).toBeFocused()
  })
  await test.step('counties that cannot be loaded say so in their field, and Try again loads them', async () => {
    const { invite, dialog, county } = peopleScreen(page)
    await page.route('**/api/lookup/counties', (route) => route.fulfill({ status: 500, body: '' }))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin/people')
    await expect(page.getByRole('main').getByRole('search').getByRole('alert')).toContainText(
      'This list could not be loaded.',
    )
    // Another font breaks the labels elsewhere.
    await page.settled()
    const fields = page.getByRole('main').getByRole('search').locator('input, select')
    const tops = await fields.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops).size, 'the filters stay in one line').toBe(1)
    await invite.click()
    const failed = dialog.getByRole('group').getByRole('alert')
    await expect(failed).toContainText('This list could not be loaded.')
    await axeClean(page)
    await page.unroute('**/api/lookup/counties')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(county(desk.county)).toBeVisible()
    await expect(failed).toHaveCount(0)
    await expect(dialog.getByRole('group', { name: /^Counties/u })).toBeFocused()
  })
  await test.step('a county search does not submit the form, and a refusal is not shown at the addresses', async () => {
    const counties = []
    for (let added = 0; added < 13; added += 1) counties.push(await records.addCounty())
    const wanted = counties[0]?.Name ?? ''
    const sent: string[] = []
    await page.route('**/api/admin/people/invitations', async (route) => {
      sent.push(route.request().postData() ?? '')
      await route.fulfill({ status: 503, json: { error: 'The database is away.' } })
    })
    await page.goto('/admin/people')
    await page.getByRole('button', { name: 'Invite people' }).click()
    const dialog = page.getByRole('dialog')
    const addresses = dialog.getByLabel('Addresses')
    await addresses.fill('ana@reeves.example')
    await dialog.getByLabel('Find a county').fill(wanted)
    await dialog.getByLabel('Find a county').press('Enter')
    await dialog.getByLabel(wanted, { exact: true }).check()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/u })).toHaveText('The database is away.')
    await expect(addresses).not.toHaveAttribute('aria-invalid', 'true')
    await expect(addresses).toHaveValue('ana@reeves.example')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain(String(counties[0]?.CountyID))
    await page.unroute('**/api/admin/people/invitations')
  })
  await test.step('R7.51 failed lines stay in the field to be corrected, with the county', async () => {
    const dialog = page.getByRole('dialog')
    const addresses = dialog.getByLabel('Addresses')
    await addresses.fill(`good-${desk.county.CountyID}@reeves.example\nnot an address\nbo@@reeves.example`)
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(dialog.getByText(/^1 of 3 invited\. Each gets an e-mail/u)).toBeVisible()
    // Nothing is lost here, so closing asks nothing.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Invite people' }).click()
    await addresses.fill('not an address\nbo@@reeves.example')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(dialog.getByText('0 of 2 invited.', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Correct the 2 lines' }).click()
    await expect(addresses).toHaveValue('not an address\nbo@@reeves.example')
    await expect(addresses).toBeFocused()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await axeClean(page)
  })
})

test('after a refusal or another person’s change the choices stay, theirs are shown, and a save builds on them', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await test.step('after another person’s change the choices stay, theirs are shown, and a save builds on them', async () => {
    const other = await records.addCounty()
    const { dialog, act, county, cell, openButton } = peopleScreen(page)
    const { email, userID } = desk.clerk
    await signIn(page, people.administrator)
    await openPerson(page, email)
    await county(other).check()
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('The role and counties that you selected here would be lost.')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(county(other)).toBeChecked()
    const data = { role: 'reader', countyIds: [desk.county.CountyID] }
    expect((await page.request.patch(`/api/admin/people/${userID}`, { data })).status()).toBe(200)
    await act('Save').click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Someone else changed this person. Now shown as they saved it: Role. Please look, and save again.',
    )
    await expect(act('Save')).toBeFocused()
    await expect(dialog.getByLabel('Role')).toHaveValue('reader')
    await expect(county(other)).toBeChecked()
    await act('Save').click()
    await expect(dialog).toHaveCount(0)
    await expect(openButton(email)).toBeFocused()
    await expect(cell(email, 'Role')).toHaveText('Reader')
    await expect(cell(email, 'Counties')).toContainText(other.Name)
  })
  await test.step('a refused change keeps the choices, with the reason; a role has an explanation', async () => {
    const clerk = await records.addUser({ county: desk.county })
    const other = await records.addCounty()
    await page.goto(`/admin/people?search=${encodeURIComponent(clerk.email)}`)
    const open = page.getByRole('button', { name: `Open ${clerk.email}` })
    await open.click()
    const dialog = page.getByRole('dialog')
    const role = dialog.getByLabel('Role')
    await role.selectOption('Administrator')
    await expect(role).toHaveAccessibleDescription('Sees and changes everything, in all counties.')
    await expect(dialog.getByRole('group', { name: /^Counties/u })).toHaveCount(0)
    await role.selectOption('Reader')
    await dialog.getByLabel(desk.county.Name).uncheck()
    await expect(dialog.getByText('No county is chosen')).toBeVisible()
    await dialog.getByLabel(other.Name).check()
    await expect(dialog.getByText('No county is chosen')).toHaveCount(0)

    await page.route('**/api/admin/people/*', (route) =>
      route.fulfill({ status: 503, json: { error: 'The database is away.' } }),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('The database is away.')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused()
    await expect(role).toHaveValue('reader')
    await expect(dialog.getByLabel(other.Name)).toBeChecked()
    await page.unroute('**/api/admin/people/*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    const row = page.getByRole('row').filter({ hasText: clerk.email })
    await expect(row.locator('[data-label="Role"]')).toHaveText('Reader')
  })
})

test('Next and Previous move the focus to the new people; without a connection each list says so, and Try again restores it; Back closes a dialog', async ({
  page,
  people,
  records,
  signIn,
  desk,
}) => {
  await test.step('Next and Previous move the focus to the new people; the last page has no next one', async () => {
    const county = await records.addCounty()
    for (let added = 0; added < 51; added += 1) await records.addUser({ county })
    const step = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name })
    const list = page.getByRole('region', { name: 'People', exact: true })
    await signIn(page, people.administrator)
    await page.goto(`/admin/people?county=${county.CountyID}`)
    await expect(page.getByRole('rowheader')).toHaveCount(50)
    await step('Next').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(list).toBeFocused()
    await expect(list).toBeInViewport()
    await expect(step('Next')).toHaveAttribute('aria-disabled', 'true')
    await step('Next').focus()
    await page.keyboard.press('Enter')
    await expect(step('Next')).toBeFocused()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await step('Previous').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader')).toHaveCount(50)
    await expect(list).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(list.getByRole('button').first()).toBeFocused()
  })
  await test.step('without a connection each list says so, and Try again restores it with the focus', async () => {
    const lists = [
      ['people', 'People'],
      ['counties', 'Counties'],
      ['history', 'Activity'],
    ] as const
    for (const [screen, name] of lists) {
      const [calls, list] = [`**/api/admin/${screen}*`, page.getByRole('region', { name, exact: true })]
      await page.route(calls, (route) => route.abort())
      await page.goto(`/admin/${screen}`)
      await expect(list.getByRole('alert')).toBeVisible()
      await expect(list.getByRole('table')).toHaveCount(0)
      await page.unroute(calls)
      await list.getByRole('button', { name: 'Try again' }).focus()
      await page.keyboard.press('Enter')
      await expect(list.getByRole('table')).toBeVisible()
      await expect(list.getByRole('alert')).toHaveCount(0)
      await expect(list).toBeFocused()
    }
  })
  await test.step('R8.16 Back closes the dialog of a person and shows the list behind it', async () => {
    const { dialog, openButton } = peopleScreen(page)
    await page.goto('/admin/people')
    await page.getByLabel('Search by address or name').fill(desk.clerk.email)
    await expect(page).toHaveURL(/search=/u)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await openButton(desk.clerk.email).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/admin\/people$/u)
    await expect(dialog).toHaveCount(0)
  })
})

test('R7.113 the dialog of a person has Disable at the left of its foot, and the own dialog has nothing to save', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
}) => {
  const { dialog, act } = peopleScreen(page)
  await signIn(page, people.administrator)
  await openPerson(page, people.administrator.email)
  await expect(dialog).toContainText('You cannot change your own access.')
  await expect(act('Sign out everywhere')).toBeVisible()
  expect(await act('Save').count()).toBe(0)
  await axeClean(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)

  await openPerson(page, desk.clerk.email)
  for (const width of [WIDTH.wide, 390]) {
    await setWidth(page, width)
    const disable = await act('Disable').boundingBox()
    const cancel = await act('Cancel').boundingBox()
    expect(disable?.x, `${width} px`).toBeLessThan(cancel?.x ?? 0)
    expect(disable?.y, `${width} px`).toBe(cancel?.y)
  }
})
