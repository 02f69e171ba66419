import type { Page } from '@playwright/test'
import { type Desk, expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { boxes as boxesOf } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { show } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'
import { coveredFocus } from './steps/keyboard.ts'
import { layoutProblems } from './steps/layout.ts'
import { LOOKS, minutesBefore, openList, selectionParts } from './steps/selection.ts'

/** Adds documents of the clerk, the first one on top of the list. */
function addMany(records: Records, { county, clerk }: Desk, count: number): Promise<number[]> {
  return records.addDocuments(
    Array.from({ length: count }, (_, index) => ({
      county,
      uploadedBy: clerk,
      fileName: `plant-${index}.pdf`,
      uploadedAt: minutesBefore(index),
    })),
  )
}

test('R20.1 R20.4 files are selected by click, range and key, and stay selected on other pages, in another order and with other filters', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await setWidth(page, 1440, 900)
  const ids = await addMany(records, desk, 60)
  const at = (place: number) => ids[place] ?? 0
  const { rows, row, goTo, filters } = documentsScreen(page)
  const { bar, says, box, boxes, pageBox, clear, more } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 50)
  await expect(bar).toHaveCount(0)

  await test.step('R20.1 a click selects one, and Shift all between two, without selecting text', async () => {
    await box(at(1)).click()
    await expect(says).toHaveText('1 file selected')
    await box(at(4)).click({ modifiers: ['Shift'] })
    await expect(says).toHaveText('4 files selected')
    await expect(box(at(2))).toBeChecked()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await expect(page).not.toHaveURL(/view=/u)
  })
  await test.step('R20.1 R7.164 x selects the row with the focus; arrows reach its box, and Tab reaches none', async () => {
    await row(at(6)).focus()
    await page.keyboard.press('x')
    await expect(box(at(6))).toBeChecked()
    await page.keyboard.press('x')
    await expect(box(at(6))).not.toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(box(at(6))).toBeFocused()
    await page.keyboard.press('Space')
    await expect(says).toHaveText('5 files selected')
    await expect(boxes.and(page.locator('[tabindex="0"]'))).toHaveCount(0)
    await expect(pageBox).toHaveAttribute('tabindex', '-1')
    await page.evaluate(() => scrollTo(0, 0))
    await axeClean(page)
  })
  await test.step('R20.1 in the preview x selects its file', async () => {
    await row(at(7)).press('Enter')
    await expect(page.getByRole('heading', { name: 'plant-7.pdf', level: 2 })).toBeFocused()
    await page.keyboard.press('x')
    await expect(box(at(7))).toBeChecked()
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { name: 'plant-8.pdf', level: 2 })).toBeVisible()
    await page.keyboard.press('x')
    await expect(says).toHaveText('7 files selected')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/view=/u)
    await expect(says).toHaveText('7 files selected')
  })
  await test.step('R20.1 R20.4 they stay selected on another page, in another order and with other filters', async () => {
    await goTo(2)
    await expect(rows).toHaveCount(10)
    await expect(says).toHaveText('7 files selected, none of them on this page')
    await box(at(55)).click()
    await expect(says).toHaveText('8 files selected, 7 of them not on this page')
    await page.getByRole('columnheader', { name: 'File ID' }).getByRole('button').click()
    await expect(page).toHaveURL(/order=/u)
    await expect(rows).toHaveCount(50)
    await filters.status.selectOption('Completed')
    await filters.apply.click()
    await expect(page.getByText('No records found')).toBeVisible()
    await expect(says).toHaveText('8 files selected, none of them on this page')
    await openListAgain(page)
    await expect(says).toHaveText(/^8 files selected/u)
  })
  await test.step('R20.2 Escape and Clear end it, and the list has the focus', async () => {
    await rows.first().focus()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await pageBox.click()
    await expect(says).toHaveText('All 50 on this page are selected')
    await expect(more).toHaveText('Select all 60 that match')
    await clear.click()
    await expect(bar).toHaveCount(0)
    await expect(page.locator('tbody tr:focus')).toHaveCount(1)
  })
  await test.step('R20.2 it is forgotten on another screen', async () => {
    await boxes.first().click()
    await expect(bar).toBeVisible()
    await page.getByRole('link', { name: 'Owner Detail' }).click()
    await expect(page).toHaveURL(/owner-details/u)
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(rows).toHaveCount(50)
    await expect(bar).toHaveCount(0)
  })
})

/** Back to the list without filters of status. */
async function openListAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Status: Completed/u }).click()
  await expect(documentsScreen(page).rows).toHaveCount(50)
}

test('R20.3 all that match are selected, except those that are deselected then', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await setWidth(page, 1440, 900)
  const ids = await addMany(records, desk, 60)
  const { rows, goTo, filters } = documentsScreen(page)
  const { says, box, boxes, pageBox, more, bar } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 50)
  await box(ids[0] ?? 0).click()
  await more.click()
  await expect(says).toHaveText('All 50 on this page are selected')
  await more.click()
  await expect(says).toHaveText(`All 60 that match County: ${desk.county.Name}`)
  await box(ids[3] ?? 0).click()
  await goTo(2)
  await expect(rows).toHaveCount(10)
  await expect(pageBox).toBeChecked()
  await box(ids[51] ?? 0).click()
  await expect(says).toHaveText(`58 of 60 that match County: ${desk.county.Name}`)

  await filters.status.selectOption('New')
  await filters.apply.click()
  await expect(page).toHaveURL(/status=1/u)
  await expect(boxes.first()).toBeDisabled()
  await expect(boxes.first()).not.toBeChecked()
  await bar.getByRole('button', { name: 'Show these files' }).click()
  await expect(page).not.toHaveURL(/status=1/u)
  await expect(boxes.first()).toBeChecked()
})

test('R20.5 a search with more hits offers the newest of them', async ({
  page,
  desk,
  records,
  people,
  signIn,
}) => {
  await addMany(records, desk, 60)
  await signIn(page, people.administrator)
  await page.route('**/api/files/uploads?*q=plant*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('q')
    const answer = (await (await route.fetch({ url: url.href })).json()) as object
    const search = { words: ['plant'], corrections: [], leftOut: [] }
    await route.fulfill({ json: { ...answer, total: 10_000, isTotalExact: false, search } })
  })
  await page.goto(`/home?county=${desk.county.CountyID}&q=plant`)
  const { pageBox, more, says } = selectionParts(page)
  await pageBox.click()
  await expect(more).toHaveText('Select the 10,000 newest that match')
  await more.click()
  await expect(says).toHaveText(`The 10,000 newest that match Search: plant, County: ${desk.county.Name}`)
})

test('R20.6 a reader has no boxes, and a clerk only downloads files and moves them to the bin', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const [first = 0] = await addMany(records, desk, 3)
  const reader = await records.addUser({ county: desk.county, role: 'reader' })
  const { rows } = documentsScreen(page)
  const { box, boxes, pageBox, bar, download, move, setStatus, change } = selectionParts(page)
  await signIn(page, reader)
  await page.goto('/home')
  await expect(rows).toHaveCount(3)
  await expect(boxes.or(pageBox)).toHaveCount(0)
  await rows.first().focus()
  await page.keyboard.press('x')
  await expect(bar).toHaveCount(0)

  await signIn(page, desk.clerk)
  await page.goto('/home')
  await box(first).click()
  await expect(move).toBeVisible()
  await expect(download).toBeVisible()
  await expect(setStatus.or(change)).toHaveCount(0)
})

test('R20.7 R20.8 R7.165 the bar moves and covers nothing, at every width', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await setWidth(page, 1440, 900)
  const ids = await addMany(records, desk, 55)
  const { rows, row, table, pager } = documentsScreen(page)
  const { bar, box, clear, setStatus } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 50)
  await test.step('R20.8 no row moves as it appears and goes, at the end of the page either', async () => {
    const last = ids[49] ?? 0
    await box(ids[0] ?? 0).click()
    await clear.click()
    const toEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await toEnd()
    const without = await boxesOf(rows.last())
    await box(last).click()
    await expect(bar).toBeVisible()
    expect(await boxesOf(rows.last())).toEqual(without)
    await toEnd()
    const before = await boxesOf(rows.last())
    const [[end], [top]] = await Promise.all([boxesOf(page.getByRole('contentinfo')), boxesOf(bar)])
    expect(end?.bottom).toBeLessThanOrEqual(top?.top ?? 0)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await page.settled({ only: 'paint' })
    expect(await boxesOf(rows.last())).toEqual(before)
  })
  await test.step('R20.52 the room for the bar goes as soon as nothing moves by it', async () => {
    const room = () => page.getByRole('contentinfo').evaluate((end) => getComputedStyle(end).marginBottom)
    expect(await room()).toBe('60px')
    await page.evaluate(() => scrollBy(0, -100))
    await expect.poll(room).toBe('0px')
    await box(ids[40] ?? 0).click()
    expect(await room()).toBe('60px')
    await clear.click()
    await expect.poll(room).toBe('0px')
  })
  await test.step('R20.51 the buttons of a preview have no room for the bar below them', async () => {
    await box(ids[0] ?? 0).click()
    await rows.first().press('Enter')
    const panel = page.locator('[data-panel]')
    const [[buttons], [whole]] = await Promise.all([boxesOf(panel.locator('footer')), boxesOf(panel)])
    expect(buttons?.bottom).toBe(whole?.bottom)
    await page.keyboard.press('Escape')
    await clear.click()
  })
  await test.step('R20.8 the row with the focus is never behind it', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await box(ids[0] ?? 0).click()
    await rows.first().focus()
    for (let row = 1; row < 50; row += 1) {
      await page.keyboard.press('ArrowDown')
      expect(await coveredFocus(page)).toBeNull()
    }
  })
  for (const look of LOOKS) {
    await test.step(`R7.165 at ${look.width} pixels, ${look.colorScheme}, nothing is out of place`, async () => {
      await show(page, look)
      expect(await layoutProblems(page)).toEqual([])
      const target = await rows.first().locator('label:has(input)').boundingBox()
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24)
      await setStatus.click()
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await axeClean(page)
      await page.keyboard.press('Escape')
      await expect(setStatus).toBeFocused()
    })
  }
  await test.step('R20.8 in a low window it is below the list', async () => {
    await page.setViewportSize({ width: 640, height: 400 })
    await expect
      .poll(async () => (await boxesOf(bar))[0]?.top)
      .toBeGreaterThan((await boxesOf(pager))[0]?.top ?? 0)
  })
  await test.step('R20.8 paper has neither bar nor boxes', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeHidden()
    await expect(table.getByRole('checkbox')).toHaveCount(0)
  })
  await test.step('R9.8 on paper filters are plain text, and the status of a selected file has no outline', async () => {
    const pill = page.getByRole('button', { name: /^Remove filter County/u })
    await expect(pill).toBeVisible()
    await expect(pill).toHaveCSS('border-top-width', '0px')
    await expect(pill).toHaveCSS('padding-left', '0px')
    await expect(row(ids[0] ?? 0).getByText('New', { exact: true })).toBeVisible()
    const outline = await row(ids[0] ?? 0)
      .locator('[data-status]')
      .evaluate((badge) => getComputedStyle(badge).outlineStyle)
    expect(outline).toBe('none')
  })
})
