import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen, sortedColumn } from './steps/documents.ts'
import { BATCH, queueScreen, smallFiles } from './steps/queue.ts'

/** The limit of keys for a day's batch, besides typed texts. */
const MAX_KEYS = 60
/** Keys in the browser's own dialog, outside the page: Ctrl, A and Enter. */
const KEYS_OF_FILE_DIALOG = 3

/** A keyboard that counts: each key of a chord is one, and so is each letter that selects in a list. */
function countingKeyboard(page: Page) {
  let count = 0
  const press = async (...chords: readonly string[]) => {
    for (const chord of chords) {
      count += chord.split('+').length
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press(chord)
    }
  }
  const choose = async (select: Locator, letters: readonly string[], name: string) => {
    await expect(select).toBeFocused()
    await select.locator('option', { hasText: name }).first().waitFor({ state: 'attached' })
    await press(...letters)
    await expect(select.locator('option:checked')).toHaveText(name)
  }
  return { press, choose, count: () => count }
}

/** Uses the page's own file field, which a test can fill. */
async function withoutHandles(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
}

test('R5.92 forty files of four types are filed with at most sixty keys besides typed text', async ({
  page,
  desk,
  signIn,
}) => {
  const { rows, row, select, category, type, description, about, succeeded, table } = queueScreen(page)
  const { press, choose, count } = countingKeyboard(page)
  await withoutHandles(page)
  page.on(
    'filechooser',
    (chooser) => void chooser.setFiles(smallFiles(40, (number) => `scan-${100 + number}.pdf`)),
  )
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await expect(queueScreen(page).chooseButton).toBeVisible()
  await page.settled()
  await press('f')
  await expect(table).toHaveAttribute('aria-rowcount', '41')
  await expect(rows.first()).toBeVisible()
  await press('d')
  await expect(description).toBeFocused()
  await page.keyboard.type('Filed for the year, as scanned on the day')
  await expect(description).toHaveValue('Filed for the year, as scanned on the day')
  await press('Escape')
  await expect(select('scan-101.pdf')).toBeFocused()
  const kinds = [
    [['i'], 'Industrial', ['r'], 'Rendition'],
    [['i'], 'Industrial', ['e'], 'Extension Request'],
    [['m'], 'Mineral', ['r'], 'Rendition'],
    [['m'], 'Mineral', ['d', 'i'], 'Division Order'],
  ] as const
  for (const [at, [firstLetters, categoryName, letters, typeName]] of kinds.entries()) {
    if (at > 0) await press('n')
    await expect(select(`scan-${101 + at * 10}.pdf`)).toBeFocused()
    await press('Shift+PageDown')
    if (at < 3) await press('Shift+ArrowUp')
    await expect(about('Details for the 10 selected files')).toBeVisible()
    await press('c')
    await choose(category, firstLetters, categoryName)
    await press('Tab')
    await choose(type, letters, typeName)
    await press('Escape')
    await expect(row(`scan-${110 + at * 10}.pdf`)).toContainText('Ready to upload')
  }
  await press('Control+Enter')
  await expect(succeeded).toBeVisible()
  const keys = count() + KEYS_OF_FILE_DIALOG
  test.info().annotations.push({ type: 'keys', description: String(keys) })
  expect(keys).toBeLessThanOrEqual(MAX_KEYS)
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(40)
  await expect
    .poll(() => sortedColumn(page, 'Type'))
    .toEqual([
      ...Array<string>(10).fill('Division Order'),
      ...Array<string>(10).fill('Extension Request'),
      ...Array<string>(20).fill('Rendition'),
    ])
})

test('R5.92 the keys are listed, reach each field, and can be switched off', async ({
  page,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, rows, row, category, county, owner, relation, description, select } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await expect(rows).toHaveCount(3)
  await page.settled()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Select the next file that lacks something')
  await axeClean(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  const fields = { c: category, t: category, u: county, o: owner, r: relation, d: description }
  for (const [key, field] of Object.entries(fields)) {
    await page.keyboard.press(key)
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(select('rendition-1.pdf')).toBeFocused()
  }
  await page.keyboard.press('n')
  await expect(select('rendition-2.pdf')).toBeFocused()
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(select('rendition-2.pdf')).toBeChecked()
  await expect(select('rendition-3.pdf')).not.toBeChecked()
  await page.keyboard.press('u')
  await county.selectOption(desk.county.Name)
  await expect(row('rendition-2.pdf')).toContainText(desk.county.Name)
  await page.keyboard.press('Escape')
  await expect(select('rendition-2.pdf')).toBeFocused()
  await page.keyboard.press('s')
  const sheet = page.getByRole('dialog', { name: 'Fill in from a spreadsheet' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await help.getByRole('checkbox').click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('d')
  await expect(description).not.toBeFocused()
})

test('R7.92 removing or dismissing a file of a batch moves the focus to the next file or the file choice', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, rows, select, remove, removeAll, chooseButton, problem } = queueScreen(page)
  const press = async (button: Locator) => {
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles([...smallFiles(4), { name: 'empty.pdf', mimeType: '', buffer: Buffer.alloc(0) }])
  await expect(rows).toHaveCount(4)
  await expect(problem).toHaveCount(1)
  await press(page.getByRole('button', { name: 'Dismiss' }))
  await expect(problem).toHaveCount(0)
  await expect(select('rendition-1.pdf')).toBeFocused()
  await press(remove('rendition-2.pdf'))
  await expect(select('rendition-3.pdf')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Delete')
  await expect(rows).toHaveCount(2)
  await expect(select('rendition-4.pdf')).toBeFocused()
  await page.keyboard.press('Space')
  await press(page.getByRole('button', { name: 'Clear the selection' }))
  await expect(select('rendition-4.pdf')).toBeFocused()
  await press(remove('rendition-4.pdf'))
  await expect(select('rendition-1.pdf')).toBeFocused()
  await press(remove('rendition-1.pdf'))
  await expect(chooseButton).toBeFocused()
  await input.setInputFiles(smallFiles(2))
  await press(removeAll)
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove files' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
