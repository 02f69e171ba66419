import type { Page } from '@playwright/test'
import { expect, test as base, type Desk } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog, openEditDialog, renderedSection, watchChanges } from './steps/edit.ts'
import { TYPE } from './steps/reference.ts'

const SAVED = 'Status updated successfully!'

const test = base.extend<{ fileId: number }>({
  fileId: async ({ records, desk: { county, clerk } }, use) => {
    const [id = 0] = await records.addDocuments([{ county, uploadedBy: clerk }])
    await use(id)
  },
})

/** Opens the dialog of a document whose type list is loaded, so that the section is in its place. */
async function openListed(page: Page, desk: Pick<Desk, 'county'>, fileId: number): Promise<void> {
  await openEditDialog(page, desk, fileId)
  await expect(editDialog(page).type.locator('option:checked')).not.toHaveText('Loading...')
}

async function factsOf(page: Page, fileId: number): Promise<unknown> {
  return (await page.request.get(`/api/status/uploads/${fileId}/rendered`)).json()
}

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test('is there for Industrial renditions only, keeps its facts while the type is another, and shows another person’s save', async ({
  page,
  desk,
  records,
  fileId,
}) => {
  await test.step('S2.60 is there for Industrial renditions only, and follows the selected type', async () => {
    const { section } = renderedSection(page)
    const { type, close, dialog } = editDialog(page)
    await openListed(page, desk, fileId)
    await expect(section).toBeVisible()
    await type.selectOption('Extension Request')
    await expect(section).toBeHidden()
    await type.selectOption('Rendition')
    await expect(section).toBeVisible()
    await close.click()
    await expect(dialog).toBeHidden()
    const { category: categoryId, id: typeId } = TYPE.mineralRendition
    const [mineral = 0] = await records.addDocuments([
      { county: desk.county, uploadedBy: desk.clerk, categoryId, typeId },
    ])
    await openListed(page, desk, mineral)
    await expect(section).toBeHidden()
  })
  await test.step('R7.20 is reported first if the description is wrong too, because it is above it', async () => {
    const { dialog, save, description } = editDialog(page)
    const { rendered, date } = renderedSection(page)
    await openListed(page, desk, fileId)
    await rendered.check()
    await description.fill('')
    await save.click()
    await expect(date).toBeFocused()
    await expect(dialog.getByText('Description is required.')).toBeVisible()
  })
  await test.step('a day that another person saved meanwhile is shown next to mine, for a choice', async () => {
    const { dialog, save, said, failure, theirs, mine } = editDialog(page)
    const { date } = renderedSection(page)
    await openListed(page, desk, fileId)
    await date.fill('2026-05-01')
    const answer = await page.request.patch(`/api/status/uploads/${fileId}/rendered`, {
      data: { rendered: true, renderedDate: '2026-04-01', extended: true },
    })
    expect(answer.status()).toBe(200)
    await save.click()
    await expect(failure).toContainText('Updated to the other person’s change: Extended.')
    await expect(theirs).toContainText('Rendered on 4/1/2026')
    await expect(mine).toContainText('Rendered on 5/1/2026')
    await dialog.getByRole('button', { name: 'Keep my version' }).click()
    await save.click()
    await expect(said).toHaveText(SAVED)
    expect(await factsOf(page, fileId)).toMatchObject({ RenderedDate: '2026-05-01', Extended: true })
  })
  await test.step('keeps its facts while the type is another, and shows them again with the type', async () => {
    await records.run(
      "UPDATE document SET rendered = true, extended = false, rendered_date = '2025-04-15', type_id = $2, version = version + 1 WHERE id = $1",
      [fileId, TYPE.industrialExtension.id],
    )
    const { type, save, said } = editDialog(page)
    const { rendered, date } = renderedSection(page)
    await openListed(page, desk, fileId)
    await type.selectOption('Rendition')
    await expect(rendered).not.toBeChecked()
    await save.click()
    await expect(said).toHaveText(SAVED)
    await expect(rendered).toBeChecked()
    await expect(date).toHaveValue('2025-04-15')
  })
})

test("S2.62 S2.63 S5.19 S7.34 R5.44 needs a date before it is saved, one click sets April 15 or May 15 of the year in the firm's zone, and only changes are sent", async ({
  page,
  desk,
  fileId,
  clock,
}) => {
  const { save, said, failure, description } = editDialog(page)
  const { rendered, extended, date, shortcut, section } = renderedSection(page)
  const changes = watchChanges(page)
  // It is already New Year in London, but not in Chicago.
  await clock.stop(new Date('2027-01-01T03:00:00Z'))
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await clock.until(documentsScreen(page).editButton(fileId))
  await documentsScreen(page).editButton(fileId).click()
  await clock.until(description)
  await clock.until(section)

  await rendered.check()
  await save.click()
  await expect(section.getByText('Please select a rendered date before saving.')).toBeVisible()
  await expect(date).toBeFocused()
  expect(changes).toEqual([])

  await test.step("S2.64 S9.20 is set to April 15 and May 15 of the current year in the firm's zone", async () => {
    await rendered.uncheck()
    await shortcut('04/15').click()
    await expect(date).toHaveValue('2026-04-15')
    await expect(rendered).toBeChecked()
    await shortcut('05/15').click()
    await expect(date).toHaveValue('2026-05-15')
  })
  await date.fill('2026-03-31')
  await save.click()
  await clock.until(said.filter({ hasText: SAVED }))
  await clock.advance(1000)
  await extended.check()
  await save.click()
  await clock.until(said.filter({ hasText: SAVED }))
  await clock.advance(1000)
  expect(await factsOf(page, fileId)).toMatchObject({
    Rendered: true,
    RenderedDate: '2026-03-31',
    Extended: true,
  })

  await rendered.uncheck()
  await expect(date).toHaveValue('')
  await save.click()
  await clock.until(said.filter({ hasText: SAVED }))
  expect(changes.map(({ part, body }) => [part, body])).toEqual([
    ['rendered', { rendered: true, renderedDate: '2026-03-31' }],
    ['status', { statusId: 1, owners: [] }],
    ['rendered', { extended: true }],
    ['status', { statusId: 1, owners: [] }],
    ['rendered', { rendered: false, renderedDate: null }],
    ['status', { statusId: 1, owners: [] }],
  ])
  expect(await factsOf(page, fileId)).toMatchObject({ Rendered: false, RenderedDate: null, Extended: true })

  await test.step('S8.17 is sent after description and type, before the status; a failure stops there and the next try continues', async () => {
    const sent = changes.length
    await clock.advance(1000)
    await description.fill('Rendered in April')
    await date.fill('2026-04-01')
    await page.route('**/rendered', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await save.click()
    await clock.until(failure.filter({ hasText: 'Failed to update rendered info' }))
    await expect(failure).toContainText('Saved: description. Not saved: rendered info, status.')
    await page.unroute('**/rendered')
    await save.click()
    await clock.until(said.filter({ hasText: SAVED }))
    expect(changes.slice(sent).map(({ part }) => part)).toEqual([
      'descriptiontypes',
      'rendered',
      'rendered',
      'status',
    ])
  })
})
