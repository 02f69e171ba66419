import type { Page } from '@playwright/test'
import { expect, test, type Desk } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog, openEditDialog, watchChanges } from './steps/edit.ts'
import { setWidth } from './steps/frame.ts'
import { expectKeepsFocus, pasteOver } from './steps/keyboard.ts'
import { TYPE } from './steps/reference.ts'

const SAVED = 'Status updated successfully!'
const BEFORE = 'Rendition of the gas plant'
const FILE_NAME = 'gas "plant" שלום.pdf'

async function addDocument(records: Records, { county, clerk }: Desk): Promise<number> {
  const [id = 0] = await records.addDocuments([
    { county, uploadedBy: clerk, fileName: FILE_NAME, description: BEFORE },
  ])
  return id
}

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

async function descriptionOf(page: Page, id: number): Promise<unknown> {
  const answer = await page.request.get(`/api/status/uploads/${id}/descriptiontypes`)
  return ((await answer.json()) as { description: unknown }).description
}

async function saveDescription(page: Page, text: string): Promise<void> {
  await editDialog(page).description.fill(text)
  await editDialog(page).save.click()
}

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test('the dialog appears complete, names its document, keeps the focus and returns it', async ({
  page,
  desk,
  records,
}) => {
  const { dialog, status, type, description, save, close } = editDialog(page)
  const { editButton } = documentsScreen(page)
  const widthAt = async (width: number) => {
    await setWidth(page, width)
    await expect(save).toBeVisible()
    return dialog.evaluate((element) => element.getBoundingClientRect().width)
  }
  const id = await addDocument(records, desk)
  await test.step('appears complete: no section moves another when its names load', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/lookup/types/*', async (route) => {
      await held.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/lookup/types/*')
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await editButton(id).click()
    await expect(dialog).toBeVisible()
    await asked
    await expect(description).toHaveCount(0)
    held.resolve()
    await expect(description).toBeVisible()
    expect(await dialog.getByRole('group', { name: 'Rendered' }).isVisible()).toBe(true)
  })
  await test.step('S2.57 S2.58 S3.23 S4.1 names its document, and offers the editable fields', async () => {
    await expect(dialog.getByRole('heading', { name: 'Edit', exact: true })).toBeVisible()
    for (const fact of [String(id), FILE_NAME, desk.county.Name]) {
      await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
    }
    await expect(status.locator('option')).toHaveText(['New', 'In Progress', 'Needs More Info', 'Completed'])
    await expect(status.locator('option:checked')).toHaveText('New')
    await expect(type.locator('option')).toHaveText([
      'Rendition',
      'Extension Request',
      'Asset List',
      'Depreciation Schedule',
      'Construction in Progress',
      'Freeport Application',
      'Abatement',
      'Pollution Control',
      'Allocation of Value',
      'Inventory Report',
      'Plant Visit Notes',
      'Other',
    ])
    await expect(type.locator('option:checked')).toHaveText('Rendition')
    await expect(description).toHaveValue(BEFORE)
    await expect(save).toHaveText('Save')
  })
  await test.step('R7.20 the focus starts in Status, and the file name opens the document in its own tab', async () => {
    await expect(status).toBeFocused()
    const link = dialog.getByRole('link')
    await expect(link.locator('bdi')).toHaveText(FILE_NAME)
    await expect(link).toHaveAttribute('href', new RegExp(`/files/uploads/${id}/download$`, 'u'))
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
  })
  await test.step('takes the focus, keeps it and returns it to the icon', async () => {
    await expectKeepsFocus(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(editButton(id)).toBeFocused()
    await editButton(id).press('Enter')
    await close.click()
    await expect(dialog).toBeHidden()
    await expect(editButton(id)).toBeFocused()
  })
  await test.step('S2.61 S9.19 is compact at 640 px and below', async () => {
    await editButton(id).press('Enter')
    expect(await widthAt(640)).toBe(640)
    expect(await widthAt(641)).toBeLessThan(641)
    expect(await widthAt(360)).toBe(360)
  })
})

test('saves description and type, then the status; a failed save says what was saved, and the next try sends the rest', async ({
  page,
  desk,
  records,
  people,
}) => {
  await test.step('S2.73 S7.32 S8.20 saves description and type, then the status, each on the version of the one before', async () => {
    const { status, type, description, save, said, close, dialog } = editDialog(page)
    const { row } = documentsScreen(page)
    const id = await addDocument(records, desk)
    const changes = watchChanges(page)
    const versions: (string | undefined)[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') versions.push(response.headers()['etag'])
    })
    await openEditDialog(page, desk, id)
    await status.selectOption('Completed')
    await type.selectOption('Extension Request')
    await description.fill('  Extension until May  ')
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(changes.map(({ part, body }) => [part, body])).toEqual([
      [
        'descriptiontypes',
        { description: 'Extension until May', attachmentTypeId: TYPE.industrialExtension.id },
      ],
      ['status', { statusId: 2, owners: [] }],
    ])
    expect(changes[0]?.ifMatch).toBeTruthy()
    expect(changes[1]?.ifMatch).toBe(versions[0])
    await close.click()
    await expect(dialog).toBeHidden()
    await expect(row(id)).toContainText('Extension until May')
    await expect(row(id)).toContainText('Extension Request')
    await expect(row(id)).toContainText('Completed')
  })
  await test.step('S8.16 R5.14 a failure in its first part keeps the dialog and all typed text; the next try succeeds', async () => {
    const { status, description, save, said, failure } = editDialog(page)
    const id = await addDocument(records, desk)
    const changes = watchChanges(page)
    await openEditDialog(page, desk, id)
    await page.route('**/descriptiontypes', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await status.selectOption('Completed')
    await description.fill('Typed with care')
    await save.click()
    await expect(failure).toHaveText('Failed to update description.')
    expect(changes.map(({ part }) => part)).toEqual(['descriptiontypes'])
    await expect(description).toHaveValue('Typed with care')
    await expect(status.locator('option:checked')).toHaveText('Completed')
    await page.unroute('**/descriptiontypes')
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(changes.map(({ part }) => part)).toEqual(['descriptiontypes', 'descriptiontypes', 'status'])
  })
  await test.step('S8.19 R5.13 a failure in its last part says what was saved, and the next try sends the rest only', async () => {
    const { status, description, save, said, failure } = editDialog(page)
    const id = await addDocument(records, desk)
    const changes = watchChanges(page)
    await openEditDialog(page, desk, id)
    await page.route('**/uploads/*/status', (route) => route.fulfill({ status: 500, body: '' }))
    await status.selectOption('Completed')
    await description.fill('Typed with care')
    await save.click()
    await expect(failure).toContainText('Failed to save status')
    await expect(failure).toContainText('Saved: description. Not saved: status.')
    await page.unroute('**/uploads/*/status')
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(changes.map(({ part }) => part)).toEqual(['descriptiontypes', 'status', 'status'])
  })
  await test.step("a failure because the document is in the bin meanwhile shows the server's reason", async () => {
    const { status, save, failure } = editDialog(page)
    const id = await addDocument(records, desk)
    await openEditDialog(page, desk, id)
    await records.run(
      'UPDATE document SET deleted_at = now(), deleted_by = $2, version = version + 1 WHERE id = $1',
      [id, people.administrator.userID],
    )
    await status.selectOption('Completed')
    await save.click()
    await expect(failure).toContainText('recycle bin')
    await expect(status.locator('option:checked')).toHaveText('Completed')
  })
  await test.step('a document that is gone when the dialog opens is reported, with a way out', async () => {
    const { dialog, failure } = editDialog(page)
    const { editButton } = documentsScreen(page)
    const id = await addDocument(records, desk)
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(editButton(id)).toBeVisible()
    await records.run('DELETE FROM document WHERE id = $1', [id])
    await editButton(id).click()
    await expect(failure).toContainText('not')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('guards against a second click, and sends only the changed parts', async ({
  page,
  desk,
  records,
  clock,
}) => {
  await test.step('S2.72 S9.17 R7.18 guards against a second click: the lock is released 1000 ms after the save', async () => {
    const { dialog, status, save, said, description } = editDialog(page)
    const id = await addDocument(records, desk)
    const changes = watchChanges(page)
    const { editButton } = documentsScreen(page)
    await clock.stop()
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await clock.until(editButton(id))
    await editButton(id).click()
    await clock.until(description)

    await status.selectOption('Completed')
    await save.dblclick()
    await clock.until(said.filter({ hasText: SAVED }))
    expect(changes).toHaveLength(1)

    await status.selectOption('New')
    await clock.advance(980)
    await save.click()
    await clock.advance(10)
    expect(changes).toHaveLength(1)
    await clock.advance(20)
    await save.click()
    await clock.until(said.filter({ hasText: SAVED }))
    expect(changes).toHaveLength(2)

    await clock.advance(5000)
    await save.click()
    await clock.until(dialog.getByText('Nothing has changed since the last save.'))
    await expect(said).toHaveText(SAVED)
    await clock.advance(100)
    expect(changes, 'an identical payload is ignored at any time').toHaveLength(2)
  })
  await test.step('R5.11 sends only the changed parts, and the status last after any change', async () => {
    const { status, description, save, said } = editDialog(page)
    const changes = watchChanges(page)
    await status.selectOption('In Progress')
    await save.click()
    await clock.until(said.filter({ hasText: SAVED }))
    await expect.poll(() => changes.length).toBe(1)
    await clock.advance(1000)
    await description.fill('Another text')
    await save.click()
    await clock.until(said.filter({ hasText: SAVED }))
    await expect.poll(() => changes.length).toBe(3)
    expect(changes.map(({ part, body }) => [part, body])).toEqual([
      ['status', { statusId: 3, owners: [] }],
      ['descriptiontypes', { description: 'Another text' }],
      ['status', { statusId: 3, owners: [] }],
    ])
  })
})

test.describe('the description', () => {
  const REFUSED = [
    { what: 'nothing', text: '', problem: 'Description is required.' },
    { what: 'white space', text: ' \n ', problem: 'Description is required.' },
    { what: '101 words', text: words(101), problem: 'Description exceeds 100 word limit.' },
  ]
  /** 100 words in exactly 1000 characters, each of which is two UTF-16 code units. */
  const LONGEST = ['𠮷'.repeat(10), ...Array.from({ length: 99 }, () => '𠮷'.repeat(9))].join(' ')

  test('is refused with the sentence of its limit, accepts no letter beyond 1000, and may have exactly 100 words and 1000 characters', async ({
    page,
    desk,
    records,
  }) => {
    const { dialog, description, save, said } = editDialog(page)
    const id = await addDocument(records, desk)
    await test.step('S5.16 S5.17 S5.18 S9.4 R4.21 is refused with the sentence of its limit, and nothing is sent', async () => {
      const changes = watchChanges(page)
      await openEditDialog(page, desk, id)
      for (const { what, text, problem } of REFUSED) {
        await description.fill(text)
        await save.click()
        await expect(dialog.getByText(problem), what).toBeVisible()
        await expect(description, what).toBeFocused()
        await expect(description, what).toHaveAttribute('aria-invalid', 'true')
        await expect(description, what).toHaveValue(text)
      }
      const pasted = 'x'.repeat(1001)
      await pasteOver(description, pasted)
      await save.click()
      await expect(dialog.getByText('Description exceeds 1000 characters.')).toBeVisible()
      await expect(description, 'nothing of it is lost').toHaveValue(pasted)
      expect(changes).toEqual([])
    })
    await test.step('S5.18 accepts no letter beyond 1000', async () => {
      await expect(description).toHaveAttribute('maxlength', '1000')
      await description.fill('x'.repeat(1000))
      await description.press('y')
      await expect(description).toHaveValue('x'.repeat(1000))
    })
    await test.step('S5.18 S7.31 may have exactly 100 words, and exactly 1000 characters as people count them', async () => {
      await description.fill('')
      await pasteOver(description, `  ${LONGEST}\n${' '.repeat(1000)}`)
      await save.click()
      await expect(said).toHaveText(SAVED)
      expect(await descriptionOf(page, id)).toBe(LONGEST)
    })
  })
})

test('R7.112 unsaved input asks first; Escape closes the question first', async ({ page, desk, records }) => {
  const { dialog, description, question, close } = editDialog(page)
  const id = await addDocument(records, desk)
  await openEditDialog(page, desk, id)
  await description.fill('Not saved yet')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(description).toHaveValue('Not saved yet')
  await close.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(documentsScreen(page).editButton(id)).toBeFocused()

  await test.step('an Escape right after the last key does not lose it', async () => {
    await documentsScreen(page).editButton(id).click()
    await description.focus()
    await description.evaluate((field) => {
      document.execCommand('insertText', false, 'x')
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
    await expect(question).toBeVisible()
  })
})

test('two administrators on one document: the slower one learns of the faster, sees both texts, and decides', async ({
  page,
  desk,
  people,
  records,
}) => {
  const { dialog, status, description, save, said, failure, theirs, mine } = editDialog(page)
  const choice = dialog.getByRole('button', { name: 'Use their version' })
  /** Opens the dialog of a new document, and lets another person save a part of it meanwhile. */
  const meet = async (part: string, data: object) => {
    const id = await addDocument(records, desk)
    await openEditDialog(page, desk, id)
    const answer = await page.request.patch(`/api/status/uploads/${id}/${part}`, { data })
    expect(answer.status()).toBe(200)
    await saveDescription(page, 'Of the slower one')
    await expect(failure).toBeVisible()
    return id
  }
  await page.setViewportSize({ width: 1024, height: 500 })
  for (const { action, kept } of [
    { action: 'Keep my version', kept: 'Of the slower one' },
    { action: 'Use their version', kept: 'Of the faster one' },
  ]) {
    await test.step(`R5.16 the slower one learns of the faster, sees both texts, and decides: ${action}`, async () => {
      const id = await meet('descriptiontypes', { description: 'Of the faster one' })
      await expect(theirs).toContainText('Of the faster one')
      await expect(mine).toContainText('Of the slower one')
      await expect(description).toHaveValue('Of the slower one')
      expect(await descriptionOf(page, id)).toBe('Of the faster one')
      await test.step('R5.57 the choice scrolls into view, takes the focus, and names who saved the other version and when', async () => {
        await expect(choice).toBeFocused()
        await expect(choice).toBeInViewport({ ratio: 1 })
        await expect(dialog.getByRole('heading', { name: 'Description: two versions' })).toBeInViewport({
          ratio: 1,
        })
        await expect(theirs).toContainText(people.administrator.email)
        await expect(theirs).toContainText(/\d+\/\d+\/\d\d \d+:\d\d [AP]M/u)
      })
      await save.click()
      await expect(failure).toHaveText('Please choose whose version to keep, then save again.')
      await expect(choice, 'what still has to be chosen').toBeFocused()
      await dialog.getByRole('button', { name: action }).click()
      await expect(description).toHaveValue(kept)
      await save.click()
      await expect(said).toHaveText(SAVED)
      expect(await descriptionOf(page, id)).toBe(kept)
    })
  }
  await test.step('R5.16 changes by only the faster one are taken over, text by only the slower one stays', async () => {
    const id = await meet('status', { statusId: 2, owners: [] })
    await expect(failure).toContainText('Updated to the other person’s change: Status.')
    await expect(status.locator('option:checked')).toHaveText('Completed')
    await expect(description).toHaveValue('Of the slower one')
    await expect(dialog.getByRole('button', { name: 'Keep my version' })).toHaveCount(0)
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(await descriptionOf(page, id)).toBe('Of the slower one')
    const metadata = await page.request.get(`/api/status/uploads/${id}/metadata`)
    expect(await metadata.json()).toMatchObject({ StatusID: 2 })
  })
})
