import { expect, test } from './browser/fixtures.ts'
import { setWidth } from './steps/frame.ts'
import { openList, selectionParts } from './steps/selection.ts'

test('R24.40 the preview of an assignment names who has the files now', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [taken = 0] = ids
  await records.run(`INSERT INTO document_assignee SELECT $1, id, id, now() FROM account WHERE email = $2`, [
    taken,
    desk.clerk.email,
  ])
  await setWidth(page, 1440, 900)
  await signIn(page, people.administrator)
  await openList(page, desk, 3)
  const { pageBox, change, dialog, preview, start } = selectionParts(page)
  await pageBox.click()
  await change.click()
  await dialog.getByLabel('What to change').selectOption({ label: 'Assigned to' })
  await dialog.getByLabel('Assign to', { exact: true }).selectOption({ label: 'Nobody' })
  await expect(start('Change 1 file')).toBeVisible()
  const note = preview.getByText(`1 file: Now assigned to ${desk.clerk.email}.`)
  await note.click()
  await expect(preview.getByRole('listitem')).toContainText([String(taken)])
  await axeClean(page)
})
