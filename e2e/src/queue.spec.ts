import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen, sortedColumn } from './steps/documents.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { BATCH, fillForAll, largeFile, queueScreen, slowLine, smallFiles } from './steps/queue.ts'
import { fileOf } from './steps/upload.ts'

test.describe('a batch', () => {
  test.beforeEach(async ({ page, desk, signIn }) => {
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
  })

  test('is stored with the details for all files, for some and for one', async ({ page }) => {
    const { input, rows, select, type, description, about, submit, succeeded, receipt } = queueScreen(page)
    await input.setInputFiles(smallFiles(6))
    await expect(rows).toHaveCount(6)
    // Screen readers read its name as one word, though it is drawn in two parts.
    await expect(page.getByRole('rowheader', { name: 'rendition-1.pdf', exact: true })).toBeVisible()
    await fillForAll(page)
    await select('rendition-2.pdf').click()
    await select('rendition-4.pdf').click({ modifiers: ['Shift'] })
    await expect(about('Details for the 3 selected files')).toBeVisible()
    await type.selectOption('Abatement')
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await select('rendition-6.pdf').click()
    await description.fill('The last of them')
    await submit.click()
    await expect(succeeded).toBeVisible()
    await expect(receipt.getByRole('rowheader')).toHaveCount(6)
    await expect(
      page.getByText('6 files · Industrial / Rendition (3), Industrial / Abatement (3) · ', { exact: false }),
    ).toBeVisible()
    await page.goto('/home')
    await expect(documentsScreen(page).rows).toHaveCount(6)
    await expect
      .poll(() => sortedColumn(page, 'Type'))
      .toEqual(['Abatement', 'Abatement', 'Abatement', 'Rendition', 'Rendition', 'Rendition'])
    await expect(page.getByText('The last of them')).toHaveCount(1)
  })

  test('accepts a file that is too large for one request, on a line that never breaks', async ({ page }) => {
    const { input, submit, succeeded } = queueScreen(page)
    const patched: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patched.push(new URL(request.url()).pathname)
    })
    await input.setInputFiles([largeFile('large.pdf', 3_000_000)])
    await fillForAll(page)
    await submit.click()
    await expect(succeeded).toBeVisible()
    expect(new Set(patched).size).toBe(1)
    expect(patched.length).toBeGreaterThan(1)
    expect(patched[0]).toMatch(/^\/api\/files\/resumable\//)
  })

  test('is not sent while a file lacks details, which its row shows', async ({ page }) => {
    const { input, row, select, type, submit, problem, category, succeeded } = queueScreen(page)
    await submit.click()
    await expect(queueScreen(page).chooseButton).toBeFocused()
    await input.setInputFiles(smallFiles(2))
    await expect(row('rendition-1.pdf')).toContainText('Needs category, type, description')
    await submit.click()
    await expect(problem).toHaveText(
      'Please fill all required fields. 2 files are missing details. See the Status column.',
    )
    await expect(category).toBeFocused()
    await fillForAll(page)
    await expect(problem).toHaveCount(0)
    await select('rendition-2.pdf').click()
    await category.selectOption('Mineral')
    await expect(row('rendition-2.pdf')).toContainText('Needs type')
    await submit.click()
    await expect(type).toBeFocused()
    await type.selectOption('Division Order')
    await submit.click()
    await expect(succeeded).toBeVisible()
  })

  test('R7.99 names each refused file, shows it, and lets it be retried or left out', async ({ page }) => {
    const { input, row, select, submit, succeeded, problem, receipt } = queueScreen(page)
    await input.setInputFiles([
      fileOf('broken.pdf', Buffer.from('this is no pdf')),
      fileOf('notes.txt', Buffer.from('text')),
      ...smallFiles(1),
    ])
    await expect(problem).toContainText('notes.txt: this type of file is not accepted.')
    await fillForAll(page)
    await submit.click()
    await expect(row('broken.pdf')).toContainText('The content is not a valid .pdf file')
    await expect(row('rendition-1.pdf')).toContainText(/Stored as file \d+/u)
    await expect(page.getByText('1 stored, 1 refused: broken.pdf.')).toBeVisible()
    await page.getByRole('button', { name: 'Take 1 file back to try again' }).click()
    await submit.click()
    await expect(row('broken.pdf')).toContainText('The content is not a valid .pdf file')
    await page.getByRole('button', { name: 'Show the refused file' }).click()
    await expect(select('broken.pdf')).toBeChecked()
    await expect(select('broken.pdf')).toBeFocused()
    await page.getByRole('button', { name: 'Finish without 1 file' }).click()
    await expect(succeeded).toBeVisible()
    await expect(page.getByText('All files uploaded successfully!')).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText('1 file was refused and is not stored:')
    await expect(page.getByRole('alert')).toContainText('broken.pdf: the content is not a valid .pdf file')
    await expect(receipt.getByRole('rowheader')).toHaveCount(1)
  })

  test('can be paused, continues, and a file removed in transfer is not stored', async ({ page }) => {
    const { input, row, progress, remove, submit, pause, resume, succeeded, receipt } = queueScreen(page)
    await input.setInputFiles([largeFile('large.pdf', 4_000_000), largeFile('other.pdf', 4_000_001)])
    await fillForAll(page)
    await slowLine(page, 400_000)
    await submit.click()
    await expect
      .poll(async () => Number(await progress('large.pdf').getAttribute('value')))
      .toBeGreaterThan(5)
    await expect(page.getByText(/of 7\.6 MB/u)).toBeVisible()
    await pause.press('Enter')
    await expect(row('large.pdf')).toContainText('Paused')
    await expect(page.getByText('Paused: 0 stored, 2 not sent.')).toBeVisible()
    // The pressed button is gone: the next one is a Tab away.
    await page.keyboard.press('Tab')
    await expect(resume).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pause).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(pause).toBeFocused()
    await expect(progress('large.pdf')).toBeVisible()
    await remove('large.pdf').click()
    await slowLine(page)
    await expect(succeeded).toBeVisible()
    await expect(receipt.getByRole('rowheader')).toHaveCount(1)
    await page.goto('/home')
    await expect(documentsScreen(page).rows).toHaveCount(1)
  })

  test('R7.90 starts again after the previous one, and keeps its details for another type', async ({
    page,
    desk,
  }) => {
    const { input, submit, succeeded, receipt, rows, description, type } = queueScreen(page)
    await input.setInputFiles(smallFiles(1))
    await fillForAll(page, 'Said once')
    await submit.click()
    await expect(succeeded).toBeVisible()
    await expect(receipt.getByRole('row').last()).toContainText(desk.county.Name)
    // As in a busy browser: the navigation to the next batch is drawn before any timer runs.
    await page.evaluate(() => {
      const start = window.setTimeout.bind(window)
      Object.assign(window, { setTimeout: (work: () => void, ms = 0) => start(work, ms + 500) })
    })
    await page.getByRole('button', { name: 'Upload another type' }).click()
    await expect(description).toHaveValue('Said once')
    await expect(type).toHaveValue('')
    await expect(type).toBeFocused()
    await expect(rows).toHaveCount(0)
  })
})

test('R3.29 Upload again after a batch starts with the empty form', async ({ page, desk, signIn }) => {
  const { input, submit, succeeded, rows, category } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(1))
  await fillForAll(page)
  await submit.click()
  await expect(succeeded).toBeVisible()
  await page.getByRole('link', { name: 'Upload again' }).press('Enter')
  await expect(page).toHaveURL('/add')
  await expect(page.getByRole('heading', { level: 1, name: 'Upload files' })).toBeFocused()
  await expect(category).toHaveValue('')
  await expect(rows).toHaveCount(0)
})

test('R5.20 a batch has at most 2,000 files', async ({ page, desk, signIn }) => {
  const { input, rows, problem, table } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(2))
  await expect(rows).toHaveCount(2)
  await input.setInputFiles(smallFiles(2001, (at) => `page-${at}.pdf`).slice(0, 1999))
  await expect(problem).toHaveText('Please choose at most 2000 files.')
  await expect(rows).toHaveCount(2)
  await input.setInputFiles(smallFiles(101, (at) => `page-${at}.pdf`))
  await expect(table).toHaveAttribute('aria-rowcount', '104')
  await expect(problem).toHaveCount(0)
})

test('an administrator gives each file its county', async ({ page, desk, people, records, signIn }) => {
  // A county of this test only: a filing left in a shared one would appear in other lists.
  const other = await records.addCounty()
  const { input, row, select, county, submit, succeeded, receipt } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(2))
  await fillForAll(page)
  await county.selectOption(desk.county.Name)
  await select('rendition-2.pdf').click()
  await county.selectOption(other.Name)
  await expect(row('rendition-1.pdf')).toContainText(desk.county.Name)
  await submit.click()
  await expect(succeeded).toBeVisible()
  await expect(receipt).toContainText(desk.county.Name)
  await expect(receipt).toContainText(other.Name)
})

test('the name of a county is shown completely, on tablets too, and follows the value for all files after a reset', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await records.addCounty('Throckmorton')
  const { input, row, select, county } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(1))
  await fillForAll(page)
  await county.selectOption('Throckmorton')
  const cell = row('rendition-1.pdf').getByText('Throckmorton')
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await linesOf(cell), `${width} px`).toBe(1)
    expect(await layoutProblems(page), `${width} px`).toEqual([])
  }
  await select('rendition-1.pdf').click()
  await county.selectOption(desk.county.Name)
  await page.getByRole('button', { name: 'Use the details for all files' }).click()
  await expect(row('rendition-1.pdf')).toContainText('Throckmorton')
})

/** The number of lines of a text. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** The heights of all visible rows at this width. */
async function rowHeights(page: Page): Promise<Set<number>> {
  const heights = await queueScreen(page).rows.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().height),
  )
  return new Set(heights)
}

test('looks right at every width, in light and dark, and axe finds nothing', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  const { input, rows, submit, problem } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await expect(queueScreen(page).chooseButton).toBeVisible()
  await axeClean(page)
  await input.setInputFiles(
    smallFiles(
      40,
      (number) => `Rendition 2026 of the gas plant near Pecos with a long name, unit ${number}.pdf`,
    ),
  )
  await expect(rows.first()).toBeVisible()
  await submit.click()
  await expect(problem).toBeVisible()
  await axeClean(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 360, 640, 768, 1024, 1440]) {
      await show(page, { colorScheme, width })
      await expectNoSidewaysScroll(page)
      await expect.poll(async () => (await rowHeights(page)).size).toBe(1)
    }
    await page.evaluate(() => scrollTo(0, 0))
    await axeClean(page, 'theme')
    await axeClean(page, 'width')
  }
})
