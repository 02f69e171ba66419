import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import { expect, test } from './browser/fixtures.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { loginScreen } from './steps/login.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

test('S1.2 the main job: sign in, upload, find, open, edit, delete, log out', async ({
  page,
  desk,
  people,
}) => {
  const { submit, input, county, description, receipt, view } = uploadScreen(page)
  const list = documentsScreen(page)
  const edit = editDialog(page)
  await withoutTimer(page, WELCOME_SPLASH_MS)
  await page.goto('/')
  await loginScreen(page).enter(people.administrator)
  await expect(page).toHaveURL('/welcome')
  await page.getByRole('link', { name: 'Go to the start page now' }).click()
  await page.getByRole('link', { name: 'Upload a document, Click here' }).click()
  await fillFields(page, '')
  // Typed key by key, because React misses Firefox's event for text that is set in one step.
  await description.pressSequentially('Rendition of the gas plant near Pecos')
  await county.selectOption(desk.county.Name)
  await input.setInputFiles([fileOf('gas plant.pdf', SAMPLE_FILES.pdf)])
  await submit.click()
  const id = Number(await receipt.getByRole('rowheader').textContent())

  await view.click()
  await list.filters.toggle.click()
  await list.filters.county.selectOption(desk.county.Name)
  await list.filters.apply.click()
  await expect(list.fileIds).toHaveText([String(id)])
  const href = await list.viewLink(id).getAttribute('href')
  const document = await page.request.get(href ?? '')
  expect((await document.body()).equals(SAMPLE_FILES.pdf)).toBe(true)

  await list.editButton(id).click()
  await edit.status.selectOption('Needs More Info')
  await edit.save.click()
  await expect(edit.said).toHaveText('Status updated successfully!')
  await edit.close.click()
  await expect(list.column('Status')).toHaveText(['Needs More Info'])

  await list.deleteButton(id).click()
  await list.question.getByRole('button', { name: 'Yes' }).click()
  await expect(list.empty).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})
