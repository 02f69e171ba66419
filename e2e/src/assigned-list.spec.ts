import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'

test('R24.13 R24.14 the list is filtered by who works on its files, and shows them in a column of its own', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [first = 0, second = 0] = ids
  const assign = (fileId: number, email: string) =>
    records.run(`INSERT INTO document_assignee SELECT $1, id, id, now() FROM account WHERE email = $2`, [
      fileId,
      email,
    ])
  // The columns of a person stay, so others must not share this one.
  const chief = await records.addUser({ admin: true })
  await assign(first, desk.clerk.email)
  await assign(second, chief.email)
  await signIn(page, chief)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/home?county=${desk.county.CountyID}`)
  const list = documentsScreen(page)
  await test.step('R24.14 the column is not there by default', async () => {
    await expect(list.rows).toHaveCount(3)
    await expect(list.table.getByRole('columnheader', { name: 'Assigned To' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Assigned To' }).check()
    await page.keyboard.press('Escape')
    await expect(list.row(second).locator('[data-column="assignee"]')).toHaveText('You')
    await expect(list.row(first).locator('[data-column="assignee"]')).toContainText(desk.clerk.email)
    await axeClean(page)
  })
  const field = page.getByRole('region', { name: 'Filters' }).getByLabel('Assigned to', { exact: true })
  await test.step('R24.13 by me, by nobody and by a person', async () => {
    // The county is a filter already, so the panel is open.
    await page.getByRole('button', { name: 'More filters' }).click()
    await field.selectOption({ label: 'Me' })
    await list.filters.apply.click()
    await expect(list.fileIds).toHaveText([String(second)])
    await expect(page.getByRole('button', { name: 'Remove filter Assigned to: Me' })).toBeVisible()
    await expect(page).toHaveURL(/assigned=me/u)
    await field.selectOption({ label: 'A person' })
    await page.getByRole('combobox', { name: 'Person' }).fill(desk.clerk.email.slice(0, 12))
    await page.getByRole('option').filter({ hasText: desk.clerk.email }).click()
    await list.filters.apply.click()
    await expect(list.fileIds).toHaveText([String(first)])
    await field.selectOption({ label: 'Nobody' })
    await list.filters.apply.click()
    await expect(list.rows).toHaveCount(1)
    await expect(list.fileIds).not.toHaveText([String(first)])
  })
})
