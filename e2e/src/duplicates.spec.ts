import type { Duplicates } from '@portal/contract/files/duplicates.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { BATCH, fillForAll, keptEntries, queueScreen, smallFiles } from './steps/queue.ts'

/** Stores these files and starts a new batch. */
async function storeFirst(page: Page, count: number): Promise<void> {
  const { input, submit, succeeded } = queueScreen(page)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(count, (number) => `first-${number}.pdf`))
  await fillForAll(page)
  await submit.click()
  await expect(succeeded).toBeVisible()
  await page.getByRole('button', { name: 'Upload another type' }).click()
}

/** Gives each duplicate a number of seven digits, as in a portal after some seasons. */
async function numberLikeAfterSeasons(page: Page): Promise<void> {
  await page.route('**/api/files/twins', async (route) => {
    const response = await route.fetch({
      headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' },
    })
    const { twins } = (await response.json()) as { twins: Duplicates[] }
    const later = twins.map((twin) => ({
      ...twin,
      files: twin.files.map((file) => ({ ...file, FileID: 8_000_000 + file.FileID })),
    }))
    await route.fulfill({ response, json: { twins: later } })
  })
}

function duplicatesOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Already on file' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return { dialog, items: dialog.getByRole('listitem'), button }
}

test.beforeEach(async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
})

test('R5.81 files that are in the county say so in their rows, and are sent after a decision', async ({
  page,
  desk,
}) => {
  const { input, row, submit, succeeded, receipt } = queueScreen(page)
  const { dialog, items, button } = duplicatesOf(page)
  await storeFirst(page, 3)
  await input.setInputFiles(smallFiles(5))
  await fillForAll(page)
  await expect(page.getByText('3 files are in the county already.')).toBeVisible()
  const duplicate = row('rendition-2.pdf')
  await expect(duplicate).toContainText(/Same as file \d+, \d+\/\d+\/\d+ \d+:\d\d [AP]M, /u)
  await expect(duplicate).toContainText(desk.clerk.email)
  await expect(duplicate.getByRole('link')).toHaveAttribute('href', /\/files\/uploads\/\d+\/download$/u)
  await expect(row('rendition-4.pdf')).toContainText('Ready to upload')
  await row('rendition-1.pdf').getByRole('button', { name: 'Send rendition-1.pdf anyway' }).click()
  await expect(row('rendition-1.pdf')).toContainText('Ready to upload')
  await submit.click()
  await expect(dialog).toContainText(
    '2 files are in the county already. Send them anyway, or leave them out?',
  )
  await expect(items).toHaveCount(2)
  await button('Leave all 2 out').click()
  await expect(succeeded).toBeVisible()
  await expect(receipt.getByRole('rowheader')).toHaveCount(3)
})

test('R3.70 a notice of duplicates that comes late moves no row', async ({ page }) => {
  const { input, row } = queueScreen(page)
  await storeFirst(page, 2)
  const compared = Promise.withResolvers<void>()
  await page.route('**/api/files/twins', async (route) => {
    await compared.promise
    await route.continue()
  })
  await input.setInputFiles(smallFiles(3))
  await expect(row('rendition-3.pdf')).toBeVisible()
  const before = await row('rendition-1.pdf').boundingBox()
  compared.resolve()
  await expect(page.getByText('2 files are in the county already.')).toBeVisible()
  expect(await row('rendition-1.pdf').boundingBox()).toEqual(before)
})

test('R5.81 one click sends all of them anyway, and Back sends nothing', async ({ page }) => {
  const { input, submit, succeeded, rows, receipt } = queueScreen(page)
  const { dialog, button } = duplicatesOf(page)
  await storeFirst(page, 2)
  await input.setInputFiles(smallFiles(2))
  await fillForAll(page)
  await submit.click()
  await button('Back').click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 files', { exact: true })).toBeVisible()
  await submit.click()
  await button('Send all 2 anyway').click()
  await expect(succeeded).toBeVisible()
  await expect(receipt.getByRole('rowheader')).toHaveCount(2)
})

test('R5.81 repeated bytes in one list are reported, and sent once if one is left out', async ({ page }) => {
  const { input, row, submit, succeeded, receipt } = queueScreen(page)
  const { dialog, button } = duplicatesOf(page)
  await page.goto(BATCH)
  const [file] = smallFiles(1)
  if (!file) throw new Error('One file was made.')
  await input.setInputFiles([file, { ...file, name: 'copy.pdf' }])
  await fillForAll(page)
  await expect(row('copy.pdf')).toContainText('Same as rendition-1.pdf')
  await submit.click()
  await expect(dialog).toContainText('1 file is in this list twice. Send it anyway, or leave it out?')
  await button('Leave it out').click()
  await expect(succeeded).toBeVisible()
  await expect(receipt.getByRole('rowheader')).toHaveCount(1)
})

test('a requested file is identified by its bytes, even if its copy has another time', async ({ page }) => {
  const { input, row, rows } = queueScreen(page)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(1))
  await expect.poll(async () => (await keptEntries(page))[0]?.sha256 ?? null).not.toBeNull()
  await page.reload()
  await expect(row('rendition-1.pdf')).toContainText('Please choose this file again')
  await input.setInputFiles(smallFiles(1))
  await expect(row('rendition-1.pdf')).not.toContainText('Please choose this file again')
  await expect(rows).toHaveCount(1)
})

test('R5.82 the details of a document show which others have the same bytes', async ({
  page,
  desk,
  axeClean,
}) => {
  await storeFirst(page, 1)
  const { input, submit, succeeded } = queueScreen(page)
  await input.setInputFiles(smallFiles(2))
  await fillForAll(page)
  await submit.click()
  await duplicatesOf(page).button('Send it anyway').click()
  await expect(succeeded).toBeVisible()
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(3)
  const ids = await documentsScreen(page).rows.getByRole('rowheader').allTextContents()
  const first = String(Math.min(...ids.map(Number)))
  await page.getByRole('rowheader', { name: first, exact: true }).getByRole('button').click()
  const details = page.getByRole('dialog', { name: `File ${first}`, exact: true })
  await expect(details).toContainText('1 duplicate:')
  await expect(details).toContainText(desk.clerk.email)
  const duplicate = details.getByRole('listitem').getByRole('link', { name: /^File \d+/ })
  await expect(duplicate).toHaveAttribute('href', /\/files\/uploads\/\d+\/download$/u)
  await axeClean(page)
})

test('looks right at every width, in light and dark, and axe finds nothing', async ({ page, axeClean }) => {
  const { input, row, submit } = queueScreen(page)
  const { dialog, button } = duplicatesOf(page)
  await numberLikeAfterSeasons(page)
  await storeFirst(page, 3)
  await input.setInputFiles(
    smallFiles(
      4,
      (number) => `Rendition 2026 of the gas plant near Pecos with a long name, unit ${number}.pdf`,
    ),
  )
  await fillForAll(page)
  await expect(row('unit 1.pdf')).toContainText('Same as file')
  // The button next to the link to its duplicate does not squeeze it out.
  const duplicate = row('unit 1.pdf').getByRole('link')
  for (const width of [320, 768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await duplicate.scrollIntoViewIfNeeded()
    await expect(duplicate).toBeInViewport({ ratio: 0.9 })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 360, 640, 768, 1024, 1440, 1920]) {
      await show(page, { colorScheme, width })
      await expectNoSidewaysScroll(page)
    }
    await axeClean(page, 'theme')
  }
  await submit.click()
  await expect(dialog).toBeVisible()
  for (const width of [320, 1440]) {
    await show(page, { colorScheme: 'light', width })
    await expectNoSidewaysScroll(page)
    await axeClean(page, 'width')
  }
  await button('Back').click()
})
