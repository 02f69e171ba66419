import type { Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { addLink, editDialog, linkSection, renderedSection, watchChanges } from './steps/edit.ts'
import { documentsScreen } from './steps/documents.ts'
import { linkedParties, MESA, test } from './steps/linking.ts'

const SAVED = 'Status updated successfully!'
const AGAIN = { name: 'Try again' }

/** Makes a read call of the dialog fail until it is repaired. */
async function breakReading(page: Page, part: string): Promise<() => Promise<void>> {
  const address = `**/status/uploads/*/${part}`
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  return () => page.unroute(address)
}

async function open(page: Page, county: { CountyID: number }, fileId: number): Promise<void> {
  await page.goto(`/home?county=${county.CountyID}`)
  await documentsScreen(page).editButton(fileId).click()
  await expect(linkSection(page, 'Agent').section).toBeVisible()
}

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test('a section that cannot be loaded says so, the others work, and Try again loads it', async ({
  page,
  desk,
  parties,
  fileId,
  records,
  axeClean,
}) => {
  await test.step('R5.58 type and description stay, the status is saved', async () => {
    const { status, type, description, save, said, failure } = editDialog(page)
    const changes = watchChanges(page)
    const mend = await breakReading(page, 'descriptiontypes')
    await open(page, desk.county, fileId)
    await expect(failure).toContainText('Attachment type and description could not be loaded.')
    await expect(type.or(description)).toHaveCount(0)
    await status.selectOption('Completed')
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(changes.map(({ part, body }) => [part, body])).toEqual([['status', { statusId: 2, owners: [] }]])
    await mend()
    await failure.getByRole('button', AGAIN).click()
    await expect(description).toHaveValue('Rendition of the gas plant')
    await expect(type.locator('option:checked')).toHaveText('Rendition')
    await expect(renderedSection(page).section).toBeVisible()
  })
  await test.step('R5.58 the rendered information stays', async () => {
    await records.run('UPDATE document SET status_id = 1, version = version + 1 WHERE id = $1', [fileId])

    await records.run("UPDATE document SET rendered = true, rendered_date = '2025-04-15' WHERE id = $1", [
      fileId,
    ])
    const { status, save, said, failure } = editDialog(page)
    const changes = watchChanges(page)
    const mend = await breakReading(page, 'rendered')
    await open(page, desk.county, fileId)
    await expect(failure).toContainText('The rendered information could not be loaded.')
    await status.selectOption('Completed')
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(changes.map(({ part }) => part)).toEqual(['status'])
    await mend()
    await failure.getByRole('button', AGAIN).click()
    await expect(renderedSection(page).date).toHaveValue('2025-04-15')
  })
  await test.step('R5.58 lists of choices that cannot be loaded say so below their fields, and Try again loads them', async () => {
    await records.run('UPDATE document SET status_id = 1, version = version + 1 WHERE id = $1', [fileId])

    const broken = /\/lookup\/(types\/\d+|relation-types)$/u
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '' }))
    const { dialog, type, status, save, said } = editDialog(page)
    const failed = dialog.getByRole('alert').filter({ hasText: 'This list could not be loaded.' })
    await open(page, desk.county, fileId)
    await expect(failed, 'of types, and of relation types of owner and agent').toHaveCount(3)
    await expect(type.locator('option'), 'the type that it has, by its name').toHaveText(['Rendition'])
    await status.selectOption('Completed')
    await save.click()
    await expect(said).toHaveText(SAVED)
    await page.unroute(broken)
    await failed.first().getByRole('button', AGAIN).click()
    await expect(failed).toHaveCount(2)
    await expect(type.locator('option')).toHaveCount(12)
    await failed.first().getByRole('button', AGAIN).click()
    await expect(failed).toHaveCount(0)
    await expect(linkSection(page, 'Owner').relation.locator('option')).not.toHaveCount(1)
  })
  await test.step('R5.58 the status stays unchanged, and the owners that are saved with it wait', async () => {
    // The test decides when the lock of a save is released.
    await page.clock.install()

    const { dialog, status, description, save, said, failure } = editDialog(page)
    const changes = watchChanges(page)
    const mend = await breakReading(page, 'metadata')
    await open(page, desk.county, fileId)
    await expect(failure).toContainText('The status could not be loaded.')
    await expect(status).toHaveCount(0)
    await axeClean(page)
    // This person does not know of it, so they must not overwrite it.
    await records.run('UPDATE document SET status_id = 3 WHERE id = $1', [fileId])
    await description.fill('Another text')
    await addLink(page, 'Owner', { ...MESA, term: String(parties.mesa) })
    await save.click()
    await expect(said).toHaveText('Saved: description.')
    await expect(dialog).toContainText('and the owners, which are saved with it, still wait.')
    expect(changes.map(({ part, body }) => [part, body])).toEqual([
      ['descriptiontypes', { description: 'Another text' }],
    ])
    await mend()
    await failure.getByRole('button', AGAIN).click()
    await expect(status.locator('option:checked')).toHaveText('In Progress')
    await page.clock.runFor(1000)
    await save.click()
    await expect(said).toHaveText('Successfully linked 1 owner(s) and updated status!')
    expect(await linkedParties(page, fileId, 'owners')).toHaveLength(1)
    expect(changes.at(-1)?.body).toMatchObject({ statusId: 3 })
  })
})
