import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'

const DELETED = 'File deleted successfully.'
const DELETE_CALL = /\/api\/files\/uploads\/\d+$/u

/** The notice and its close button, by its text. */
function noticeOf(page: Page, text: string) {
  const notice = page.locator('[role="status"], [role="alert"]').filter({ hasText: text })
  return { notice, dismiss: notice.getByRole('button', { name: 'Dismiss' }) }
}

test('S1.4 S8.23 asks first, with the focus on No; Yes moves the document to the bin: it leaves the list, for everyone, and its link is dead', async ({
  page,
  desk,
  records,
  signIn,
  people,
}) => {
  await test.step('S2.51 asks first, with the focus on No; Escape and No change nothing', async () => {
    const { row, deleteButton, question } = documentsScreen(page)
    const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
    await signIn(page, desk.clerk)
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'DELETE') calls += 1
    })
    await page.goto('/home')
    await deleteButton(id).press('Enter')
    await expect(question).toBeVisible()
    await expect(question).toHaveAccessibleDescription('Are you sure you want to delete this?')
    await expect(question.getByRole('button')).toHaveText(['No', 'Yes'])
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await expectKeepsFocus(page, question)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(deleteButton(id)).toBeFocused()

    await deleteButton(id).click()
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toBeHidden()
    await expect(deleteButton(id)).toBeFocused()
    await expect(row(id)).toBeVisible()
    expect(calls).toBe(0)
  })
  await test.step('S6.10 a refusal by the portal itself: a document of a colleague is visible, but cannot be deleted', async () => {
    const { row, deleteButton, question } = documentsScreen(page)
    const [id = 0] = await records.addDocuments([
      { county: desk.county, uploadedBy: people.administrator, description: 'Not mine' },
    ])

    await page.goto('/home')
    await deleteButton(id).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(noticeOf(page, 'Unauthorized to delete this file.').notice).toBeVisible()
    await expect(row(id)).toBeVisible()
  })
  await test.step('two people at the same time: the second one gets a message, and the row is gone', async () => {
    const { row, deleteButton, question } = documentsScreen(page)
    const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])

    await page.goto('/home')
    await expect(row(id)).toBeVisible()
    await records.run('UPDATE document SET deleted_at = now(), deleted_by = $2 WHERE id = $1', [
      id,
      people.administrator.userID,
    ])
    await deleteButton(id).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\S/u })).toBeVisible()
    await expect(row(id)).toHaveCount(0)
  })
  await test.step('Yes moves the document to the bin: it leaves the list, for everyone, and its link is dead', async () => {
    const { row, rows, section, deleteButton, question } = documentsScreen(page)
    await page.goto('/home')
    await expect(rows).toHaveCount(2)
    const [other = 0, id = 0] = (await documentsScreen(page).fileIds.allTextContents()).map(Number)
    const colleague = await records.addUser({ county: desk.county })
    await deleteButton(id).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(noticeOf(page, DELETED).notice).toHaveRole('status')
    await expect(row(id)).toHaveCount(0)
    await expect(row(other)).toBeVisible()
    await expect(section).toContainText('Records 1–1 of 1')
    await expect(page.locator(':focus')).not.toHaveCount(0)
    await signIn(page, colleague)
    await page.reload()
    await expect(rows).toHaveCount(1)
    const download = await page.request.get(`/api/files/uploads/${id}/download`)
    expect(download.status()).toBe(403)
  })
})

/** Responses of the server to a deletion, with the message for each. */
const ANSWERS = [
  {
    when: 'the server gives its reason',
    answer: { status: 409, json: { error: 'This file is in the recycle bin already.' } },
    text: 'This file is in the recycle bin already.',
  },
  {
    when: 'a 403 says nothing',
    answer: { status: 403, body: '' },
    text: 'Unauthorized to delete this file.',
  },
  {
    when: 'a 500 says nothing',
    answer: { status: 500, body: '' },
    text: 'Delete failed. Please try again.',
  },
  {
    when: 'an answer has no success flag',
    answer: { status: 200, json: {} },
    text: 'Unexpected error occurred.',
  },
  {
    when: 'an answer has no success flag but a reason',
    answer: { status: 200, json: { success: false, error: 'A hold is on this file.' } },
    text: 'A hold is on this file.',
  },
  { when: 'there is no answer', answer: null, text: 'Delete failed. Please try again.' },
]

test('the notice disappears after 3 seconds, but not while it has the pointer or the focus; a refusal gives the reason', async ({
  page,
  desk,
  records,
  clock,
  signIn,
}) => {
  await test.step('S2.56 S8.27 S9.15 R7.5 the notice disappears after 3 seconds, but not while it has the pointer or the focus', async () => {
    const { deleteButton, question } = documentsScreen(page)
    const document = { county: desk.county, uploadedBy: desk.clerk }
    const [first = 0, second = 0, third = 0] = await records.addDocuments([
      document,
      document,
      document,
      document,
    ])
    const { notice, dismiss } = noticeOf(page, DELETED)
    await signIn(page, desk.clerk)
    await clock.stop()
    await page.goto('/home')
    const remove = async (id: number) => {
      await clock.until(deleteButton(id))
      await deleteButton(id).click()
      await clock.until(question)
      await question.getByRole('button', { name: 'Yes' }).click()
      await clock.until(notice)
    }

    await remove(first)
    await clock.advance(2980)
    await expect(notice).toBeVisible()
    await clock.advance(30)
    await expect(notice).toBeHidden()

    await remove(second)
    await notice.hover()
    await clock.advance(10_000)
    await expect(notice).toBeVisible()
    await page.mouse.move(0, 0)
    await clock.advance(3010)
    await expect(notice).toBeHidden()

    await remove(third)
    await dismiss.focus()
    await clock.advance(10_000)
    await expect(notice).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(notice).toBeHidden()
  })
  const { fileIds, row, deleteButton, question } = documentsScreen(page)
  const id = Number(await fileIds.first().textContent())
  for (const { when, answer, text } of ANSWERS) {
    await test.step(`S8.24 S8.25 S8.26 R7.5 R7.12 a refusal where ${when}: ${text}`, async () => {
      await page.route(DELETE_CALL, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await deleteButton(id).click()
      await clock.until(question)
      await question.getByRole('button', { name: 'Yes' }).click()
      const { notice } = noticeOf(page, text)
      await clock.until(notice)
      await expect(notice).toHaveRole('alert')
      await page.mouse.move(0, 0)
      await clock.advance(2980)
      await expect(notice).toBeVisible()
      await clock.advance(40)
      await expect(notice).toBeHidden()
      await expect(row(id)).toBeVisible()
      await page.unroute(DELETE_CALL)
    })
  }
})
