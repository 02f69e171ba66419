import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'

test('S2.73 a save reloads the page of the list behind the dialog, and no other', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const document = { county: desk.county, uploadedBy: desk.clerk }
  await records.addDocuments(Array.from({ length: 52 }, () => document))
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&page=2`)
  const { fileIds, editButton } = documentsScreen(page)
  await expect(fileIds).toHaveCount(2)
  await editButton(Number(await fileIds.first().textContent())).click()
  const { status, save, said } = editDialog(page)
  await expect(status).toBeEnabled()
  const pages: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/files/uploads') pages.push(searchParams.get('page'))
  })
  await status.selectOption('Needs More Info')
  await save.click()
  await expect(said).toHaveText('Status updated successfully!')
  await expect.poll(() => pages.length, 'the list is asked for').toBeGreaterThan(0)
  await page.settled()
  expect(new Set(pages)).toEqual(new Set(['2']))
})
