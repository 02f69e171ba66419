import type { Page } from '@playwright/test'
import { expect, test, type Desk } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog, watchChanges } from './steps/edit.ts'

const SAVED = 'Status updated successfully!'
const LAST = 'This was the last document of the page.'

/** Adds new documents in the desk's county. The first is at the top of its list. */
async function addDocuments(records: Records, { county, clerk }: Desk, count: number): Promise<number[]> {
  const documents = Array.from({ length: count }, () => ({ county, uploadedBy: clerk }))
  const ids = await records.addDocuments(documents)
  return ids.toReversed()
}

async function openList(page: Page, { county }: Desk): Promise<void> {
  await page.goto(`/home?county=${county.CountyID}`)
  await expect(documentsScreen(page).rows.first()).toBeVisible()
}

/** Resolves when the form of this document is shown. */
async function expectOpen(page: Page, fileId: number | undefined): Promise<void> {
  const { dialog, status } = editDialog(page)
  await expect(dialog.getByText(String(fileId), { exact: true })).toBeVisible()
  await expect(status).toBeFocused()
}

async function statusOf(page: Page, fileId: number): Promise<unknown> {
  const answer = await page.request.get(`/api/status/uploads/${fileId}/metadata`)
  return ((await answer.json()) as { Status: unknown }).Status
}

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test.describe('Save and next', () => {
  test('R5.49 saves, says so, and shows the document that was below when the dialog opened, and stays on the last one', async ({
    page,
    desk,
    records,
  }) => {
    const { status, description, saveAndNext, save, said, dialog } = editDialog(page)
    const [first = 0, second = 0, third = 0, fourth = 0] = await addDocuments(records, desk, 4)
    const changes = watchChanges(page)
    await openList(page, desk)
    await documentsScreen(page).editButton(first).click()
    await expectOpen(page, first)
    await test.step('R5.49 R5.50 skips an unchanged document', async () => {
      await page.keyboard.press('Control+Enter')
      await expectOpen(page, second)
      await expect(said).toHaveText('Nothing has changed since the last save.')
      expect(changes).toEqual([])
    })
    await status.selectOption('Completed')
    await description.fill('Done')
    await saveAndNext.click()
    await expectOpen(page, third)
    await expect(said).toHaveText(SAVED)
    await expect(dialog).toContainText(`That was file ${second}. This is file ${third}.`)
    expect(changes.map(({ part }) => part)).toEqual(['descriptiontypes', 'status'])
    // By now the second one is at the end of the list.
    await expect(documentsScreen(page).fileIds).toHaveText([first, third, fourth, second].map(String))
    await status.selectOption('Completed')
    await save.click()
    await expect(dialog, 'of the one before is no word any more').not.toContainText('That was file')
    await expect(said).toHaveText(SAVED)
    await expect(dialog.getByText(String(third), { exact: true }), 'Save stays').toBeVisible()
    await saveAndNext.click()
    await expectOpen(page, fourth)
    await test.step('stays on the last one', async () => {
      await status.selectOption('Completed')
      await saveAndNext.click()
      await expect(said).toHaveText(SAVED)
      await expect(dialog).toContainText(LAST)
      await expect(dialog.getByText(String(fourth), { exact: true })).toBeVisible()
    })
    for (const [id, text] of [
      [first, 'New'],
      [second, 'Completed'],
      [third, 'Completed'],
      [fourth, 'Completed'],
    ] as const) {
      expect(await statusOf(page, id)).toBe(text)
    }
  })

  test('R5.50 pressed twice does not skip a document that was just shown', async ({
    page,
    desk,
    records,
    clock,
  }) => {
    const { status, saveAndNext, dialog } = editDialog(page)
    const [first = 0, second = 0, third] = await addDocuments(records, desk, 3)
    await clock.stop()
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await clock.until(documentsScreen(page).editButton(first))
    await documentsScreen(page).editButton(first).click()
    await clock.until(status)
    await status.selectOption('Completed')
    await saveAndNext.click()
    await clock.until(dialog.getByText(String(second), { exact: true }))
    await expectOpen(page, second)
    await saveAndNext.click()
    await clock.advance(1000)
    await status.selectOption('In Progress')
    await saveAndNext.click()
    await clock.until(dialog.getByText(String(third), { exact: true }))
    await expectOpen(page, third)
    expect(await statusOf(page, second)).toBe('In Progress')
  })

  test('stays if a save fails, if a choice is incomplete, and if the person types during the save', async ({
    page,
    desk,
    records,
  }) => {
    await test.step('R5.50 R7.17 stays if a save fails, and if a choice is incomplete', async () => {
      const { status, saveAndNext, failure, dialog } = editDialog(page)
      const [first = 0, second = 0] = await addDocuments(records, desk, 2)
      await page.clock.install()
      await openList(page, desk)
      await documentsScreen(page).editButton(first).click()
      await page.route('**/uploads/*/status', (route) => route.fulfill({ status: 500, body: '' }))
      await status.selectOption('Completed')
      await saveAndNext.click()
      await expect(failure).toContainText('Failed to save status')
      await page.unroute('**/uploads/*/status')
      await dialog.getByLabel('Relation Type').first().selectOption('Operator')
      await saveAndNext.click()
      await expect(dialog).toContainText(
        'Not linked: no organization is chosen for the relation type Operator.',
      )
      await expect(dialog, 'of the agent there is nothing to tell').not.toContainText('no agent')
      await expect(dialog.getByRole('combobox', { name: 'Organization' })).toBeFocused()
      await dialog.getByLabel('Relation Type').first().selectOption('')
      // By now the lock of the earlier save is released.
      await page.clock.runFor(1000)
      await saveAndNext.click()
      await expectOpen(page, second)
      await editDialog(page).close.click()
    })
    await test.step('R5.50 keeps text typed during the save, and stays on the document', async () => {
      const { dialog, status, description, saveAndNext, said } = editDialog(page)
      const [first = 0, second] = await addDocuments(records, desk, 2)
      const released = Promise.withResolvers<void>()
      await page.route('**/uploads/*/status', async (route) => {
        await released.promise
        await route.continue()
      })
      await openList(page, desk)
      await documentsScreen(page).editButton(first).click()
      await status.selectOption('Completed')
      await saveAndNext.click()
      await description.fill('Typed meanwhile')
      released.resolve()
      await expect(said).toHaveText(SAVED)
      await expect(description).toHaveValue('Typed meanwhile')
      await expect(dialog.getByText(String(second), { exact: true })).toHaveCount(0)
      expect(await statusOf(page, first)).toBe('Completed')
    })
  })
})

/** Events per document, and for opening the first one and closing the last. */
const MOST = { keys: [3, 10], clicks: [3, 2] } as const

test('R5.51 ten documents from New to Completed take at most 40 keys, or 32 clicks: three for each and two', async ({
  page,
  desk,
  records,
}) => {
  const { dialog, status, saveAndNext, close } = editDialog(page)
  const ids = await addDocuments(records, desk, 11)
  const [byKeys, byClicks] = [ids.slice(0, 7), ids.slice(7)]
  await openList(page, desk)
  await test.step('R5.51 take at most 40 keys', async () => {
    const keys = await countEvents(page, 'keydown')
    await documentsScreen(page).section.focus()
    while (!(await isFocused(page, `File ${byKeys[0]},`))) await page.keyboard.press('Tab')
    await page.keyboard.press('e')
    for (const id of byKeys) {
      await expectOpen(page, id)
      await page.keyboard.press('c')
      await page.keyboard.press('Control+Enter')
    }
    await expectOpen(page, byClicks[0])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    for (const id of byKeys) expect(await statusOf(page, id)).toBe('Completed')
    const [each, others] = MOST.keys
    expect(await keys(), 'each key that goes down, Control too').toBeLessThanOrEqual(
      each * byKeys.length + others,
    )
  })
  await test.step('R5.51 take at most 32 clicks', async () => {
    const clicks = await countEvents(page, 'click')
    await documentsScreen(page)
      .editButton(byClicks[0] ?? 0)
      .click()
    for (const id of byClicks.slice(0, 3)) {
      await expectOpen(page, id)
      await status.selectOption('Completed')
      await saveAndNext.click()
    }
    await expectOpen(page, byClicks[3])
    await close.click()
    for (const id of byClicks.slice(0, 3)) expect(await statusOf(page, id)).toBe('Completed')
    const [each, others] = MOST.clicks
    // A choice from the browser's own list counts as two: one opens it, one selects.
    expect((await clicks()) + 2 * 3).toBeLessThanOrEqual(each * 3 + others)
  })
})

/** Counts the browser's own events from now on. */
async function countEvents(page: Page, type: 'click' | 'keydown'): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle((name) => {
    const counter = { count: 0 }
    addEventListener(
      name,
      (event) => {
        if (event.isTrusted) counter.count += 1
      },
      { capture: true },
    )
    return counter
  }, type)
  return () => counted.evaluate(({ count }) => count)
}

async function isFocused(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (label) => document.activeElement?.getAttribute('aria-label')?.startsWith(label) === true,
    name,
  )
}
