import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { ownersScreen, stubAttachments, stubRoll } from './steps/owners.ts'

/** A script for every context in which text has ever become code. */
const HOSTILE = `<img src=x onerror=alert(1)> "'><svg onload=alert(2)> </script><script>alert(3)</script> javascript:alert(4) {{7*7}}`

test('H03 V1.1.2 V3.2.2 people’s input is text and nothing else, on every screen that shows it', async ({
  page,
  people,
  records,
  signIn,
}) => {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  const county = await records.addCounty(`${HOSTILE} ${crypto.randomUUID()}`)
  const clerk = await records.addUser({ county })
  const [id = 0] = await records.addDocuments([
    { county, uploadedBy: clerk, fileName: `${HOSTILE}.pdf`, description: HOSTILE },
  ])
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${county.CountyID}`)
  const { row, editButton, deleteButton, question } = documentsScreen(page)
  await expect(row(id)).toContainText('<img src=x onerror=alert(1)>')
  await expect(row(id)).toContainText(county.Name)
  await editButton(id).click()
  await expect(editDialog(page).description).toHaveValue(HOSTILE)
  await expect(page.getByRole('dialog')).toContainText(`${HOSTILE}.pdf`)
  await page.keyboard.press('Escape')
  await deleteButton(id).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(row(id)).toHaveCount(0)
  await page.goto('/recyclebin')
  await expect(page.getByRole('table')).toContainText(county.Name)

  await stubRoll(page, [{ name: HOSTILE, agent: HOSTILE, cadId: '<b>1</b>', files: 1 }])
  await stubAttachments(page, [{ NAME: `${HOSTILE}.pdf`, Description: HOSTILE }])
  await signIn(page, clerk)
  await page.goto('/owner-details')
  const { names, table, dialog } = ownersScreen(page)
  await expect(names).toHaveText([HOSTILE])
  await expect(table).toContainText('<b>1</b>')
  await table.getByRole('button', { name: /files? of/u }).click()
  await expect(dialog).toContainText(`${HOSTILE}.pdf`)
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /^\/api\/owners\/owner-attachments\/view\?/u)
  expect(said).toEqual([])
})
