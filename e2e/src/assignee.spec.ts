import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'

const BESIDE = { width: 1440, height: 900 }

/** Who works on the file of the preview, or of the edit dialog. */
function assigneeIn(page: Page, within = '[data-panel]') {
  const part = page.locator(within)
  const line = part.locator('dt', { hasText: 'Assigned to' }).locator('xpath=following-sibling::dd')
  return {
    part,
    line,
    button: (name: RegExp) => line.getByRole('button', { name }),
    dialog: page.getByRole('dialog', { name: 'Assign the file' }),
    person: page.getByRole('combobox', { name: 'Assign to' }),
    options: page.getByRole('option'),
  }
}

test('a clerk takes a file in the preview and gives it back', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, desk.clerk)
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?view=${fileId}`)
  const { part, line, button } = assigneeIn(page)
  await test.step('R24.10 the key t takes it, and nothing moves', async () => {
    await expect(line).toContainText('Nobody')
    await expect(button(/^Assign/u)).toHaveCount(0)
    await page.settled()
    const places = async () =>
      (await boxes(part.locator('dl > div'))).map(({ name: _name, ...place }) => place)
    const before = await places()
    await page.keyboard.press('t')
    await expect(line).toContainText('You')
    await page.settled()
    expect(await places()).toEqual(before)
    await expect(part.getByText('Assigned to you.')).toBeAttached()
    await axeClean(page)
  })
  await test.step('R24.11 Give back leaves the focus where it is', async () => {
    await button(/^Give back/u).focus()
    await page.keyboard.press('Enter')
    await expect(line).toContainText('Nobody')
    await expect(button(/^Take it/u)).toBeFocused()
  })
  await test.step('R24.6 the history of the file says so', async () => {
    await page.keyboard.press('h')
    const events = part.getByRole('region', { name: 'Events' }).getByRole('listitem')
    await expect(events.first()).toContainText(`${desk.clerk.email} gave this file back`)
  })
})

test('R24.12 an editor assigns a file by keyboard, in the preview and in the edit dialog', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, people.administrator)
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const panel = assigneeIn(page)
  await panel.button(/^Assign/u).click()
  await expect(panel.person).toBeFocused()
  await page.keyboard.type(desk.clerk.email.slice(0, 12))
  await expect(panel.options.filter({ hasText: desk.clerk.email })).toBeVisible()
  await axeClean(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(panel.dialog).toHaveCount(0)
  await expect(panel.line).toContainText(desk.clerk.email)
  await expect(panel.button(/^Assign/u)).toBeFocused()

  await openEditDialog(page, desk, fileId)
  const dialog = assigneeIn(page, 'dialog:has(form)')
  await expect(dialog.line).toContainText(desk.clerk.email)
  await dialog.button(/^Assign/u).click()
  await dialog.person.fill('zz no such person')
  await expect(dialog.dialog.getByText('No person matches ‘zz no such person’.')).toBeVisible()
  await dialog.dialog.getByRole('button', { name: 'Assign to nobody' }).click()
  await expect(dialog.line).toContainText('Nobody')
  await dialog.button(/^Take it/u).click()
  await expect(dialog.line).toContainText('You')
  await test.step('R24.5 and the open edit is saved', async () => {
    await editDialog(page).status.selectOption({ label: 'Completed' })
    await editDialog(page).save.click()
    await expect(editDialog(page).dialog.getByText('Status updated successfully!')).toBeVisible()
  })
})

test('R24.8 a file that somebody else has taken meanwhile names them', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, people.administrator)
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const { line, button } = assigneeIn(page)
  await expect(button(/^Take it/u)).toBeVisible()
  await records.run(`INSERT INTO document_assignee SELECT $1, id, id, now() FROM account WHERE email = $2`, [
    fileId,
    desk.clerk.email,
  ])
  await button(/^Take it/u).click()
  await expect(line.getByText(`This file is assigned to ${desk.clerk.email}.`)).toBeVisible()
  await expect(button(/^Take it/u)).toHaveCount(0)
})

test('R24.11 the line of the assignee is readable in every width and appearance', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, people.administrator)
  await inEveryAppearance(page, async () => {
    for (const width of [390, 768, 1440]) {
      await setWidth(page, width)
      await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
      await expect(assigneeIn(page).button(/^Assign/u)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axeClean(page)
    }
  })
})
