import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { countiesScreen } from './steps/counties.ts'

test('R10.4 an administrator adds a county, renames it, closes it, and undoes each', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [name, other] = [`Loving ${desk.county.CountyID}`, `Winkler ${desk.county.CountyID}`]
  // An administrator of this test only, because their proof is removed below.
  const administrator = await records.addUser({ admin: true })
  await signIn(page, administrator)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/people')
  await page.getByRole('link', { name: 'Counties' }).click()
  await expect(page).toHaveURL(/\/admin\/counties$/)
  await page.getByRole('button', { name: 'Add a county' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Name')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription('Please enter a name.')
  await axeClean(page)
  await dialog.getByLabel('Name').fill(desk.county.Name)
  await expect(dialog.getByText('Please enter a name.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('There is already a county of this name.')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail domains').fill('loving.example, cad.loving.example')
  await dialog.getByLabel('Contacts').fill('Ana Ruiz')

  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Search by name or number').fill(String(desk.county.CountyID))
  const rows = page.getByRole('table', { name: 'Counties' }).getByRole('row')
  const row = rows.filter({ hasText: name })
  await expect(page).toHaveURL(/search=/u)
  await expect(row).toContainText('@cad.loving.example, @loving.example')

  await page.getByRole('button', { name: `Open ${name}` }).click()
  await dialog.getByLabel('Name').fill(other)
  await records.run('UPDATE session SET proven_at = NULL WHERE account_id = $1', [administrator.userID])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${name} is now ${other}.`)).toBeVisible()
  await expect(rows.filter({ hasText: other })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('a wrong number is explained at its field', async () => {
    await page.getByRole('button', { name: `Open ${name}` }).click()
    const number = dialog.getByLabel('Number')
    await number.fill('12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(number).toBeFocused()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription(/A county's number has three digits, such as 101\.$/u)
    await number.fill('')
    await expect(number).toHaveAttribute('aria-invalid', 'false')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await page.getByRole('button', { name: `Open ${name}` }).click()
  await dialog.getByRole('button', { name: 'Close the county' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close the county' }).click()
  await expect(row.locator('[data-label="Status"]')).toHaveText('Closed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.locator('[data-label="Status"]')).toHaveText('Open')
})

test('after another person’s change the typed text stays, theirs is shown, and a save builds on it; no slip loses anything', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
}) => {
  await test.step('R10.6 text typed about a county is not lost by a slip: closing and leaving ask first', async () => {
    const { dialog, field, act, openButton, answer } = countiesScreen(page)
    const { Name } = desk.county
    await signIn(page, people.administrator)
    await page.goto(`/admin/counties?search=${encodeURIComponent(Name)}`)
    await openButton(Name).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await openButton(Name).click()
    await field('Contacts').fill('Ana Ruiz')
    const leave = [
      () => page.keyboard.press('Escape'),
      () => act('Cancel').click(),
      () => dialog.getByRole('link', { name: 'Activity' }).click(),
    ]
    for (const slip of leave) {
      await slip()
      await expect(page.getByRole('alertdialog')).toContainText('What you entered here would be lost.')
      await expect(answer('Keep editing')).toBeFocused()
      await answer('Keep editing').click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(field('Contacts')).toHaveValue('Ana Ruiz')
    }
    await page.keyboard.press('Escape')
    await expect(answer('Keep editing')).toBeFocused()
    await axeClean(page)
    await answer('Discard changes').click()
    await expect(dialog).toHaveCount(0)
    await expect(openButton(Name)).toBeFocused()
  })
  await test.step('after another person’s change the typed text stays, theirs is shown, and a save builds on it', async () => {
    const { dialog, field, act, search, row, openButton } = countiesScreen(page)
    const { CountyID, Name } = desk.county
    const [theirs, mine] = [`Pecos ${CountyID}`, `Terrell ${CountyID}`]
    await page.goto(`/admin/counties?search=${encodeURIComponent(Name)}`)
    await openButton(Name).click()
    await field('Name').fill(mine)
    const data = { name: theirs, number: null, emailDomains: [], emailAddresses: [], contacts: 'Ana Ruiz' }
    expect((await page.request.patch(`/api/admin/counties/${CountyID}`, { data })).status()).toBe(200)
    await act('Save').click()
    await expect(dialog.getByRole('alert')).toHaveText(
      `Someone else changed this county. Now shown as they saved it: Contacts. Still as you typed it: Name (theirs: ${theirs}). Please look, and save again.`,
    )
    await expect(act('Save')).toBeFocused()
    await expect(dialog.getByLabel('Contacts')).toHaveValue('Ana Ruiz')
    await expect(field('Name')).toHaveValue(mine)
    await act('Save').click()
    await expect(page.getByText(`${theirs} is now ${mine}.`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await search.fill(mine)
    await expect(row(mine)).toBeVisible()
  })
})
