import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { tabTo } from './steps/keyboard.ts'
import { setWidth } from './steps/frame.ts'

/** Each is a minute older than the previous one, so that the list keeps their order. */
function at(minute: number): Date {
  return new Date(Date.parse('2026-06-01T12:00:00Z') - minute * 60_000)
}

test('the rows of a page are one stop of the Tab key, and the arrows reach every row and every button', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { table, rows, row, pager, filters, editButton, deleteButton, viewLink } = documentsScreen(page)
  const ids = await records.addDocuments(
    Array.from({ length: 60 }, (_, index) => ({
      county: desk.county,
      uploadedBy: desk.clerk,
      fileName: `plant-${index}.pdf`,
      description: 'one two three four five six',
      uploadedAt: at(index),
    })),
  )
  const [first = 0, second = 0, third = 0] = ids
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await expect(rows).toHaveCount(50)

  await test.step('R7.121 fifty rows are one stop of the Tab key', async () => {
    const stops = await table
      .locator('tr, a, button, input, [tabindex]')
      .evaluateAll((all) => all.filter((each) => each instanceof HTMLElement && each.tabIndex >= 0).length)
    // The headings are another one.
    expect(stops).toBe(2)
    await filters.refresh.focus()
    await tabTo(page, row(first))
    await page.keyboard.press('Tab')
    expect(await pager.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })
  await test.step('R7.121 the row is named, and is a row of the table with its cells and buttons', async () => {
    const named = table.getByRole('row', { name: `File ${first}, plant-0.pdf, New`, exact: true })
    await expect(named).toHaveCount(1)
    await expect(named.getByRole('rowheader', { name: String(first), exact: true })).toBeVisible()
    await expect(named.getByRole('cell')).toHaveCount(9)
    await axeClean(page)
  })
  await test.step('R7.121 Tab returns to the row with the last focus', async () => {
    await row(first).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(row(third)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(row(third)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(row(first)).toBeFocused()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
  })
  await test.step('R7.121 Right and Left go through the buttons of a row, and Tab leaves it', async () => {
    await row(first).focus()
    const buttons = row(first).locator('a:visible, button:visible, input:visible')
    await expect(buttons).toHaveCount(7)
    for (const button of await buttons.all()) {
      await page.keyboard.press('ArrowRight')
      await expect(button).toBeFocused()
    }
    await page.keyboard.press('ArrowRight')
    await expect(deleteButton(first)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(viewLink(first)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(second).locator('[data-preview]')).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await pager.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })
  await test.step('R7.121 e edits the file of the row, and the focus returns to it', async () => {
    await row(second).focus()
    await page.keyboard.press('e')
    await expect(editDialog(page).dialog).toContainText('plant-1.pdf')
    await page.keyboard.press('Escape')
    await expect(row(second)).toBeFocused()
    await expect(editButton(second)).toHaveAttribute('tabindex', '-1')
  })
  await test.step('R7.121 Enter opens the preview, whose next files are the current row', async () => {
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`view=${second}`, 'u'))
    await expect(page.getByRole('heading', { name: 'plant-1.pdf', level: 2 })).toBeFocused()
    await page.keyboard.press('j')
    await expect(row(third)).toHaveAttribute('tabindex', '0')
    await page.keyboard.press('Escape')
    await expect(row(third)).toBeFocused()
  })
  await test.step('R7.121 the keys are in the list of keys', async () => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list).toContainText('Move between a row and its buttons, or between the headings')
    await expect(list).toContainText('Open the preview of the row')
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a touch opens the preview, ten rows fit, and applied filters fold away', async ({
    page,
    desk,
    records,
    signIn,
    axeClean,
  }) => {
    const { rows, row, filters, section } = documentsScreen(page)
    const [first = 0] = await records.addDocuments(
      Array.from({ length: 30 }, (_, index) => ({
        county: desk.county,
        uploadedBy: desk.clerk,
        fileName: `plant-${index}.pdf`,
        statusId: 3,
        uploadedAt: at(index),
      })),
    )
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await expect(rows).toHaveCount(30)

    await test.step('R7.122 ten rows fit below the bar', async () => {
      await rows.nth(9).scrollIntoViewIfNeeded()
      const bar = await page.getByRole('banner').boundingBox()
      const [top, end] = [await rows.first().boundingBox(), await rows.nth(9).boundingBox()]
      const height = (end?.y ?? 0) + (end?.height ?? 0) - (top?.y ?? 0)
      expect(height).toBeLessThanOrEqual(844 - (bar?.height ?? 0))
    })
    await test.step('R7.122 a touch opens the preview', async () => {
      await row(first).tap({ position: { x: 60, y: 16 } })
      await expect(page.getByRole('heading', { name: 'plant-0.pdf', level: 2 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/home')
    })
    await test.step('R7.123 the filters fold after Apply, their chips stay, and the focus goes to the results', async () => {
      await filters.toggle.tap()
      await filters.status.selectOption('In Progress')
      await filters.apply.tap()
      await expect(filters.category).toBeHidden()
      await expect(page.getByRole('button', { name: /Status: In Progress/u })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Results', level: 2 })).toBeFocused()
      await expect(section.getByText('Records 1–30 of 30')).toBeInViewport()
      expect((await rows.first().boundingBox())?.y).toBeLessThan(320)
      await axeClean(page)
    })
    await test.step('R7.33 the same in the dark', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await setWidth(page, 390, 844)
      await axeClean(page)
    })
  })
})
