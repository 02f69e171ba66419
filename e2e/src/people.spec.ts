import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'

test('an administrator invites somebody, changes their counties, disables them and takes that back', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  test.slow()
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
  await axeClean(page)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('1 of 3 invited.')
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByRole('listitem')).toContainText([
    'This is not an e-mail address.',
    'There is already an account.',
    'Invited.',
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByLabel('Search by address or name').fill('ana ruiz')
  const row = page.getByRole('row').filter({ hasText: address })
  await expect(row.locator('[data-label="State"]')).toHaveText('Invited')
  await expect(page).toHaveURL(/search=ana/)
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })

  await page.getByRole('button', { name: `Open ${address}` }).click()
  await dialog.getByLabel(other.Name).check()
  await dialog.getByLabel(desk.county.Name).uncheck()
  await inEveryAppearance(page, async () => {
    await axeClean(page)
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.locator('[data-label="Counties"]')).toHaveText(other.Name)

  await page.getByRole('button', { name: `Open ${address}` }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(row.locator('[data-label="State"]')).toHaveText('Disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.locator('[data-label="State"]')).toHaveText('Invited')
})

test('a county is searched for without sending what is not chosen yet, and a refusal is not blamed on the addresses', async ({
  page,
  people,
  records,
  signIn,
}) => {
  const counties = []
  for (let added = 0; added < 13; added += 1) counties.push(await records.addCounty())
  const wanted = counties[0]?.Name ?? ''
  await signIn(page, people.administrator)
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
})

test('a change that is refused leaves what was chosen, and says why; a role says what it means', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const other = await records.addCounty()
  await signIn(page, people.administrator)
  await page.goto(`/admin/people?search=${encodeURIComponent(desk.clerk.email)}`)
  const open = page.getByRole('button', { name: `Open ${desk.clerk.email}` })
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
  const row = page.getByRole('row').filter({ hasText: desk.clerk.email })
  await expect(row.locator('[data-label="Role"]')).toHaveText('Reader')
})
