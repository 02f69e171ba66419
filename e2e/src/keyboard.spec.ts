import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { arrowTo, chooseByTyping, tabTo } from './steps/keyboard.ts'
import { fileOf, uploadScreen } from './steps/upload.ts'

test('S1.2 everything works without a mouse: sign in, upload, find, edit, delete, log out', async ({
  page,
  desk,
  people,
}) => {
  // The picker returns this file, whatever opened it.
  page.on('filechooser', (picker) => void picker.setFiles([fileOf('order.pdf', SAMPLE_FILES.pdf)]))
  await withoutTimer(page, WELCOME_SPLASH_MS)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(people.administrator.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/welcome')
  await tabTo(page, page.getByRole('link', { name: 'Go to the start page now' }))
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('link', { name: 'Upload a document, Click here' }))
  await page.keyboard.press('Enter')
  const upload = uploadScreen(page)
  await chooseByTyping(page, upload.category, 'Mineral')
  await expect(upload.type).toBeEnabled()
  await chooseByTyping(page, upload.type, 'Division Order')
  await chooseByTyping(page, upload.county, desk.county.Name)
  await tabTo(page, upload.description)
  await page.keyboard.type('Sent without a mouse, all of it')
  await tabTo(page, upload.chooseButton)
  await page.keyboard.press('Enter')
  await expect(upload.file('order.pdf')).toBeVisible()
  await tabTo(page, upload.submit)
  await page.keyboard.press('Enter')
  await tabTo(page, upload.view)
  await page.keyboard.press('Enter')

  const list = documentsScreen(page)
  await tabTo(page, list.filters.toggle)
  await page.keyboard.press('Enter')
  await chooseByTyping(page, list.filters.county, desk.county.Name)
  await tabTo(page, list.filters.apply)
  await page.keyboard.press('Enter')
  await expect(list.rows).toHaveCount(1)
  const id = Number(await list.fileIds.textContent())
  await tabTo(page, list.row(id))
  await arrowTo(page, list.row(id).getByRole('button', { name: /^Show more/u }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const edit = editDialog(page)
  await arrowTo(page, list.editButton(id))
  await page.keyboard.press('Enter')
  await chooseByTyping(page, edit.status, 'Completed')
  await tabTo(page, edit.save)
  await page.keyboard.press('Enter')
  await expect(edit.said).toHaveText('Status updated successfully!')
  await page.keyboard.press('Escape')
  await expect(list.editButton(id)).toBeFocused()
  await expect(list.row(id)).toContainText('Completed')

  await arrowTo(page, list.deleteButton(id))
  await page.keyboard.press('Enter')
  await tabTo(page, list.question.getByRole('button', { name: 'Yes' }))
  await page.keyboard.press('Enter')
  await expect(list.empty).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
