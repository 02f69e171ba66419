import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { BATCH, fillForAll, queueScreen, smallFiles } from './steps/queue.ts'

/** The sheet with the details of the selected files, in a narrow window. */
function detailsSheet(page: Page) {
  const sheet = page.getByRole('dialog', { name: /^Details for /u })
  const button = (name: string) => sheet.getByRole('button', { name, exact: true })
  return {
    sheet,
    title: sheet.getByRole('heading', { level: 2 }),
    previous: button('Previous file'),
    next: button('Next file'),
    close: button('Close'),
  }
}

test('R3.71 from 900 pixels on the details of a batch are beside its list, and its rows have two lines', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  const { input, row, about, rows, type, county } = queueScreen(page)
  const long = 'Inventory report of the quarry and the second kiln at the north end of the county.pdf'
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 1199, height: 768 })
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(30, (number) => (number === 2 ? long : `rendition-${number}.pdf`)))
  for (const width of [1199, 1024, 900]) {
    await page.setViewportSize({ width, height: 768 })
    await row(long).locator('th').click()
    const details = about('Details for the selected file')
    await expect(details).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const list = await queueScreen(page).table.boundingBox()
    const panel = await details.boundingBox()
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(panel?.x ?? 0)
    const name = await row(long).locator('th').boundingBox()
    const kind = await row(long).locator('td').nth(1).boundingBox()
    expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(kind?.y ?? 0)
    expect(name?.width ?? 0).toBeGreaterThan(kind?.width ?? 0)
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  }
  await test.step('Enter goes to the first field, and uploads nothing', async () => {
    await page.keyboard.press('Enter')
    await expect(queueScreen(page).category).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(queueScreen(page).select(long)).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(2).getByRole('checkbox')).toBeChecked()
    await expect(type).toBeDisabled()
    await expect(county).toBeVisible()
  })
})

test('R3.75 the list of a batch shows its last file whole, without a scroll bar', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, rows, table } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await expect(rows).toHaveCount(3)
  for (const width of [1280, 1024, 900, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await page.settled({ only: 'paint' })
    const { whole, shown } = await table.evaluate(({ scrollHeight, clientHeight }) => ({
      whole: scrollHeight,
      shown: clientHeight,
    }))
    expect(shown, `at ${width} pixels`).toBe(whole)
  }
})

for (const width of [390, 768, 899]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true })

    test('R3.71 R3.72 a row opens its details in a sheet, which moves nothing and leads to the next file', async ({
      page,
      desk,
      signIn,
      axeClean,
    }) => {
      const { input, row, select, table, description, submit } = queueScreen(page)
      const { sheet, title, previous, next, close } = detailsSheet(page)
      await signIn(page, desk.clerk)
      await page.goto(BATCH)
      await input.setInputFiles(smallFiles(3))
      await expect(row('rendition-3.pdf')).toBeVisible()
      // What follows moves nothing, so the row is in sight before.
      await row('rendition-2.pdf').locator('th').tap({ trial: true })
      await page.settled({ only: 'paint' })
      const places = async () =>
        Promise.all([table, row('rendition-2.pdf'), submit].map(async (each) => each.boundingBox()))
      const before = await places()
      await row('rendition-2.pdf').locator('th').tap()
      await expect(title).toBeFocused()
      await expect(title).toHaveText('Details for the selected file')
      await expect(sheet).toContainText('rendition-2.pdf')
      expect(await places()).toEqual(before)
      await expectNoSidewaysScroll(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axeClean(page)
      }
      await test.step('to the ends of the list, with the focus inside', async () => {
        await next.tap()
        await expect(sheet).toContainText('rendition-3.pdf')
        await expect(next).toBeDisabled()
        await expect(title).toBeFocused()
        await previous.tap()
        await previous.tap()
        await expect(sheet).toContainText('rendition-1.pdf')
        await expect(previous).toBeDisabled()
        await description.fill('Gas plant at Pecos')
      })
      await close.tap()
      await expect(sheet).toHaveCount(0)
      await expect(select('rendition-1.pdf')).toBeFocused()
      await expect(row('rendition-1.pdf')).toContainText('Gas plant at Pecos')
      expect(await places()).toEqual(before)
    })
  })
}

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 800, height: 900 } })

  test('R3.72 the keys of a batch work in the sheet as beside a list', async ({ page, desk, signIn }) => {
    const { input, row, select, category, type, description, succeeded } = queueScreen(page)
    const { sheet, title } = detailsSheet(page)
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    await input.setInputFiles(smallFiles(3))
    await select('rendition-1.pdf').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(title).toBeFocused()
    await expect(sheet).toContainText('rendition-2.pdf')
    await page.keyboard.press('j')
    await expect(sheet).toContainText('rendition-3.pdf')
    await page.keyboard.press('k')
    await page.keyboard.press('c')
    await expect(category).toBeFocused()
    await category.selectOption('Industrial')
    await type.selectOption('Rendition')
    await description.fill('Compressor station')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(select('rendition-2.pdf')).toBeFocused()
    await expect(row('rendition-2.pdf')).toContainText('Ready to upload')
    await page.keyboard.press('n')
    await expect(select('rendition-3.pdf')).toBeFocused()
    await page.keyboard.press('.')
    await expect(row('rendition-3.pdf')).toContainText('Ready to upload')
    await page.keyboard.press('d')
    await expect(description).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(select('rendition-3.pdf')).toBeFocused()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Details for all files' }).click()
    await fillForAll(page)
    await page.keyboard.press('Control+Enter')
    await expect(succeeded).toBeVisible()
  })

  test('R3.73 an upload that lacks details opens the sheet at the field, and a removed file closes it', async ({
    page,
    desk,
    signIn,
  }) => {
    const { input, row, rows, select, category, type, submit } = queueScreen(page)
    const { sheet } = detailsSheet(page)
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    await expect(category).toBeVisible()
    await input.setInputFiles(smallFiles(3))
    await expect(category).toHaveCount(0)
    await submit.click()
    await expect(sheet).toBeVisible()
    await expect(category).toBeFocused()
    await category.selectOption('Industrial')
    await type.selectOption('Rendition')
    await page.keyboard.press('Escape')
    await row('rendition-2.pdf').locator('th').click()
    await sheet.getByRole('button', { name: 'Remove file' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(rows).toHaveCount(2)
    await expect(select('rendition-3.pdf')).toBeFocused()
    await test.step('a wider window shows the details beside the list', async () => {
      await row('rendition-3.pdf').locator('th').click()
      await expect(sheet).toBeVisible()
      await page.setViewportSize({ width: 1024, height: 800 })
      await expect(sheet).toHaveCount(0)
      await expect(category).toBeVisible()
    })
  })
})
