import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import type { Locator, Page } from '@playwright/test'
import { type Desk, expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'

const MINUTE_MS = 60_000

/** Adds new documents. The first is at the top. */
async function addNew(records: Records, { county, clerk }: Desk, count: number): Promise<number[]> {
  const newest = Date.parse('2026-06-01T12:00:00Z')
  return records.addDocuments(
    Array.from({ length: count }, (_, index) => ({
      county,
      uploadedBy: clerk,
      fileName: `plant-${index + 1}.pdf`,
      uploadedAt: new Date(newest - index * MINUTE_MS),
    })),
  )
}

async function deleteByKeyboard(page: Page, fileId: number): Promise<void> {
  const { deleteButton, question, row } = documentsScreen(page)
  await deleteButton(fileId).press('Enter')
  await question.getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(row(fileId)).toHaveCount(0)
}

function noticeOf(page: Page, text: string) {
  return page.locator('[role="status"], [role="alert"]').filter({ hasText: text })
}

const DELETED = 'File deleted successfully.'

test('after a deletion the focus goes to the next row, the last one, or the list; Undo restores the document', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await withoutTimer(page, DELETE_NOTICE_MS)
  await test.step('R7.21 R7.22 Undo restores the document, with the focus on it, and the notice has the same text', async () => {
    const { deleteButton, fileIds } = documentsScreen(page)
    const ids = await addNew(records, desk, 3)
    const [, second = 0] = ids

    await signIn(page, desk.clerk)
    await page.goto('/home')
    await deleteByKeyboard(page, second)
    await expect(noticeOf(page, DELETED)).toHaveText(DELETED)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(noticeOf(page, 'File restored successfully.')).toBeVisible()
    await expect(fileIds).toHaveText(ids.map(String))
    await expect(deleteButton(second)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })
  await test.step('R7.21 after a deletion the focus goes to the next row, the last one, or the list', async () => {
    const { section, empty, deleteButton, fileIds, question } = documentsScreen(page)
    const [first = 0, second = 0, third = 0] = (await fileIds.allTextContents()).map(Number)
    await deleteByKeyboard(page, second)
    await expect(deleteButton(third)).toBeFocused()
    await deleteByKeyboard(page, third)
    await expect(deleteButton(first)).toBeFocused()
    await deleteButton(first).press('Enter')
    await expect(question.locator('bdi')).toHaveText('plant-1.pdf')
    await page.keyboard.press('Escape')
    await deleteByKeyboard(page, first)
    await expect(empty).toBeVisible()
    await expect(section).toBeFocused()
  })
  await test.step('R7.23 the question names the file below its sentence', async () => {
    const { deleteButton, question } = documentsScreen(page)
    const fileName = 'שומה 2026 (final).pdf'
    const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, fileName }])

    await page.goto('/home')
    await deleteButton(id).click()
    await expect(question).toHaveAccessibleDescription('Are you sure you want to delete this?')
    await expect(question.locator('bdi')).toHaveText(fileName)
    await expect(question.getByRole('button', { name: 'Yes' })).toHaveAccessibleDescription(fileName)
  })
})

test('R7.21 after a save the focus stays at its place, even if the document has left it', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const { editButton, fileIds } = documentsScreen(page)
  const { status, save, said } = editDialog(page)
  const [first = 0, second = 0, third = 0] = await addNew(records, desk, 3)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await editButton(first).press('Enter')
  await status.selectOption('Completed')
  await save.click()
  await expect(said).toHaveText('Status updated successfully!')
  await page.keyboard.press('Escape')
  await expect(fileIds).toHaveText([second, third, first].map(String))
  await expect(editButton(second)).toBeFocused()

  await editButton(third).press('Enter')
  await page.keyboard.press('Escape')
  await expect(editButton(third)).toBeFocused()
})

test('Undo is Ctrl+Z too, while the notice is shown; a refused one gives the reason, until it is dismissed', async ({
  page,
  desk,
  records,
  clock,
  signIn,
}) => {
  await test.step('R7.22 is Ctrl+Z too, while the notice is shown', async () => {
    const { row, deleteButton, question } = documentsScreen(page)
    const [first = 0] = await addNew(records, desk, 2)
    await signIn(page, desk.clerk)
    await clock.stop()
    await page.goto('/home')
    const remove = async () => {
      await clock.until(deleteButton(first))
      await deleteButton(first).click()
      await clock.until(question)
      await question.getByRole('button', { name: 'Yes' }).click()
      await clock.until(noticeOf(page, DELETED))
      await untilGone(row(first), 20)
    }
    /**
     * Advances the time in steps: the list appears when the server responds, and the notice's time starts when it is
     * painted.
     */
    const untilGone = async (what: Locator, step: number) =>
      expect(async () => {
        await clock.advance(step)
        expect(await what.count()).toBe(0)
      }).toPass()
    await remove()
    await page.keyboard.press('Control+z')
    await clock.until(noticeOf(page, 'File restored successfully.'))
    await clock.until(row(first))
    await remove()
    await untilGone(noticeOf(page, DELETED), 500)
    await page.keyboard.press('Control+z')
    await clock.advance(1000)
    await expect(row(first)).toHaveCount(0)
  })
  await test.step('R7.5 that is refused gives the reason, until it is dismissed', async () => {
    const { deleteButton, question, fileIds } = documentsScreen(page)
    const left = Number(await fileIds.first().textContent())
    await page.route('**/restore', (route) => route.fulfill({ status: 500, body: '' }))
    await deleteButton(left).click()
    await clock.until(question)
    await question.getByRole('button', { name: 'Yes' }).click()
    await clock.until(noticeOf(page, DELETED))
    await page.getByRole('button', { name: 'Undo' }).click()
    const refusal = noticeOf(page, 'Failed to restore file.')
    await clock.until(refusal)
    await expect(refusal).toHaveRole('alert')
    await page.mouse.move(0, 0)
    await clock.advance(10_000)
    await expect(refusal).toBeVisible()
  })
})
