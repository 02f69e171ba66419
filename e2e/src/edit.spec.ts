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

async function addDocument(records: Records, { county, clerk }: Desk): Promise<number> {
  const [id = 0] = await records.addDocuments([
    { county, uploadedBy: clerk, fileName: 'gas plant.pdf', description: BEFORE },
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

test('says which document it is about, and offers what may be changed', async ({ page, desk, records }) => {
  const { dialog, status, type, description, save } = editDialog(page)
  const id = await addDocument(records, desk)
  await openEditDialog(page, desk, id)
  await expect(dialog.getByRole('heading', { name: 'Edit', exact: true })).toBeVisible()
  for (const fact of [String(id), 'gas plant.pdf', desk.county.Name]) {
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

test('comes whole: no section pushes another down when its names come', async ({ page, desk, records }) => {
  const { dialog, description } = editDialog(page)
  const id = await addDocument(records, desk)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/lookup/types/*', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/lookup/types/*')
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await documentsScreen(page).editButton(id).click()
  await expect(dialog).toBeVisible()
  await asked
  await expect(description).toHaveCount(0)
  held.resolve()
  await expect(description).toBeVisible()
  expect(await dialog.getByRole('group', { name: 'Rendered' }).isVisible()).toBe(true)
})

test('takes the focus, keeps it and gives it back to the icon', async ({ page, desk, records }) => {
  const { dialog, close } = editDialog(page)
  const id = await addDocument(records, desk)
  const { editButton } = documentsScreen(page)
  await openEditDialog(page, desk, id)
  await expectKeepsFocus(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editButton(id)).toBeFocused()
  await editButton(id).press('Enter')
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(editButton(id)).toBeFocused()
})

test('saves description and type, then the status, each on the version of the one before', async ({
  page,
  desk,
  records,
}) => {
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

test('sends only the parts that changed, and the status last whenever anything did', async ({
  page,
  desk,
  records,
  clock,
}) => {
  const { status, description, save, said, dialog } = editDialog(page)
  const id = await addDocument(records, desk)
  const changes = watchChanges(page)
  await clock.stop()
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await clock.until(documentsScreen(page).editButton(id))
  await documentsScreen(page).editButton(id).click()
  await clock.until(description)
  await save.click()
  await clock.until(dialog.getByText('Nothing has changed since the last save.'))
  await status.selectOption('In Progress')
  await save.click()
  await clock.until(said.filter({ hasText: SAVED }))
  await clock.advance(1000)
  await description.fill('Another text')
  await save.click()
  await clock.until(said.filter({ hasText: SAVED }))
  expect(changes.map(({ part, body }) => [part, body])).toEqual([
    ['status', { statusId: 3, owners: [] }],
    ['descriptiontypes', { description: 'Another text' }],
    ['status', { statusId: 3, owners: [] }],
  ])
})

test.describe('the description', () => {
  const REFUSED = [
    { what: 'nothing', text: '', problem: 'Description is required.' },
    { what: 'white space', text: ' \n ', problem: 'Description is required.' },
    { what: '101 words', text: words(101), problem: 'Description exceeds 100 word limit.' },
  ]

  test('is refused with the sentence of its limit, and nothing is sent', async ({ page, desk, records }) => {
    const { dialog, description, save } = editDialog(page)
    const id = await addDocument(records, desk)
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

  test('takes no letter beyond 1000', async ({ page, desk, records }) => {
    const { description } = editDialog(page)
    await openEditDialog(page, desk, await addDocument(records, desk))
    await expect(description).toHaveAttribute('maxlength', '1000')
    await description.fill('x'.repeat(1000))
    await description.press('y')
    await expect(description).toHaveValue('x'.repeat(1000))
  })

  test('may have exactly 100 words, and exactly 1000 characters as people count them', async ({
    page,
    desk,
    records,
    people,
    signIn,
  }) => {
    const { dialog, description, save, said, close } = editDialog(page)
    for (const text of [words(100), '𠮷'.repeat(1000)]) {
      const id = await addDocument(records, desk)
      await openEditDialog(page, desk, id)
      await description.fill('')
      await pasteOver(description, `  ${text}\n${' '.repeat(1000)}`)
      await save.click()
      await expect(said).toHaveText(SAVED)
      await close.click()
      await expect(dialog).toBeHidden()
      await signIn(page, people.administrator)
      const answer = await page.request.get(`/api/status/uploads/${id}/descriptiontypes`)
      expect(await answer.json()).toMatchObject({ description: text })
    }
  })
})

test('guards against a second press: the lock is released 1000 ms after the save', async ({
  page,
  desk,
  records,
  clock,
}) => {
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

test.describe('a save that fails', () => {
  test('in its first part keeps the dialog and all that was typed; the next try goes through', async ({
    page,
    desk,
    records,
  }) => {
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

  test('in its last part says what was saved, and the next try sends the rest only', async ({
    page,
    desk,
    records,
  }) => {
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

  test("because the document is in the bin meanwhile tells the server's reason", async ({
    page,
    desk,
    people,
    records,
  }) => {
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
})

test('a document that is gone when the dialog opens is told of, with a way out', async ({
  page,
  desk,
  records,
}) => {
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

test('what is not saved is asked about; Escape closes the question first', async ({
  page,
  desk,
  records,
}) => {
  const { dialog, description, question, close } = editDialog(page)
  const id = await addDocument(records, desk)
  await openEditDialog(page, desk, id)
  await description.fill('Not saved yet')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(description).toHaveValue('Not saved yet')
  await close.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(dialog).toBeHidden()
  await expect(documentsScreen(page).editButton(id)).toBeFocused()
})

test('an Escape right behind the last key does not lose it', async ({ page, desk, records }) => {
  const { description, question } = editDialog(page)
  const id = await addDocument(records, desk)
  await openEditDialog(page, desk, id)
  await description.focus()
  await description.evaluate((field) => {
    document.execCommand('insertText', false, 'x')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(question).toBeVisible()
})

test('is compact at 640 px and below', async ({ page, desk, records }) => {
  const { dialog, save } = editDialog(page)
  const id = await addDocument(records, desk)
  await openEditDialog(page, desk, id)
  const widthAt = async (width: number) => {
    await setWidth(page, width)
    await expect(save).toBeVisible()
    return dialog.evaluate((element) => element.getBoundingClientRect().width)
  }
  expect(await widthAt(640)).toBe(640)
  expect(await widthAt(641)).toBeLessThan(641)
  expect(await widthAt(360)).toBe(360)
})

test.describe('two administrators on one document', () => {
  type Meeting = { slower: Page; faster: Page; id: number }

  const meet = test.extend<{ meeting: Meeting }>({
    meeting: async ({ page, browser, people, desk, records, signIn }, use) => {
      const id = await addDocument(records, desk)
      const context = await browser.newContext()
      const faster = await context.newPage()
      await signIn(faster, people.administrator)
      await openEditDialog(page, desk, id)
      await openEditDialog(faster, desk, id)
      await use({ slower: page, faster, id })
      await context.close()
    },
  })

  for (const { action, kept } of [
    { action: 'Keep mine', kept: 'Of the slower one' },
    { action: 'Take theirs', kept: 'Of the faster one' },
  ]) {
    meet(
      `the slower one learns of the faster, sees both texts, and decides: ${action}`,
      async ({ meeting: { slower, faster, id } }) => {
        const { dialog, description, save, said, failure, theirs, mine } = editDialog(slower)
        await saveDescription(faster, 'Of the faster one')
        await expect(editDialog(faster).said).toHaveText(SAVED)
        await saveDescription(slower, 'Of the slower one')
        await expect(failure).toBeVisible()
        await expect(theirs).toContainText('Of the faster one')
        await expect(mine).toContainText('Of the slower one')
        await expect(description).toHaveValue('Of the slower one')
        expect(await descriptionOf(slower, id)).toBe('Of the faster one')

        await save.click()
        await expect(failure).toHaveText('Please choose whose version to keep, then save again.')
        await dialog.getByRole('button', { name: action }).click()
        await expect(description).toHaveValue(kept)
        await save.click()
        await expect(said).toHaveText(SAVED)
        expect(await descriptionOf(slower, id)).toBe(kept)
      },
    )
  }

  meet(
    'the choice comes into sight, takes the focus, and names who saved the other version and when',
    async ({ meeting: { slower, faster }, people }) => {
      const { dialog, theirs, save } = editDialog(slower)
      await slower.setViewportSize({ width: 1024, height: 500 })
      await saveDescription(faster, 'Of the faster one')
      await expect(editDialog(faster).said).toHaveText(SAVED)
      await saveDescription(slower, 'Of the slower one')
      const choice = dialog.getByRole('button', { name: 'Take theirs' })
      await expect(choice).toBeFocused()
      await expect(choice).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('heading', { name: 'Description: two versions' })).toBeInViewport({
        ratio: 1,
      })
      await expect(theirs).toContainText(people.administrator.email)
      await expect(theirs).toContainText(/\d+\/\d+\/\d\d \d\d:\d\d/u)
      await save.click()
      await expect(choice, 'what still has to be chosen').toBeFocused()
    },
  )

  meet(
    'what only the faster one changed is taken over, what only the slower one typed stays',
    async ({ meeting: { slower, faster, id } }) => {
      const { dialog, status, description, save, said, failure } = editDialog(slower)
      await editDialog(faster).status.selectOption('Completed')
      await editDialog(faster).save.click()
      await expect(editDialog(faster).said).toHaveText(SAVED)
      await saveDescription(slower, 'Of the slower one')
      await expect(failure).toContainText('Now shown as somebody else saved it: Status.')
      await expect(status.locator('option:checked')).toHaveText('Completed')
      await expect(description).toHaveValue('Of the slower one')
      await expect(dialog.getByRole('button', { name: 'Keep mine' })).toHaveCount(0)
      await save.click()
      await expect(said).toHaveText(SAVED)
      expect(await descriptionOf(slower, id)).toBe('Of the slower one')
      const metadata = await slower.request.get(`/api/status/uploads/${id}/metadata`)
      expect(await metadata.json()).toMatchObject({ StatusID: 2 })
    },
  )
})
