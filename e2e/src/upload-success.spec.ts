import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { A_DAY_IN_APRIL } from './browser/page-clock.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const FILES = [fileOf('rendition.pdf', SAMPLE_FILES.pdf), fileOf('plant.png', SAMPLE_FILES.png)]

/** Milliseconds. */
const HOUR = 3_600_000

async function uploadTwo(page: Page): Promise<void> {
  const { input, submit, succeeded } = uploadScreen(page)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(FILES)
  await submit.click()
  await expect(succeeded).toBeVisible()
}

test('is told word for word, with file ids, county and time', async ({ page, desk, signIn }) => {
  const { succeeded, receipt, view } = uploadScreen(page)
  await signIn(page, desk.clerk)
  await uploadTwo(page)
  await expect(succeeded).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'All files uploaded successfully!' })).toBeVisible()
  await expect(receipt.getByRole('columnheader')).toHaveText(['File ID', 'File name', 'County', 'Date'])
  const ids = await receipt.getByRole('rowheader').allTextContents()
  for (const [index, { name }] of FILES.entries()) {
    const row = receipt.locator('tbody').getByRole('row').nth(index)
    await expect(row.locator('th, td')).toHaveText([
      /^\d+$/u,
      name,
      desk.county.Name,
      /^\d{1,2}\/\d{1,2}\/\d{2} \d{2}:\d{2}$/u,
    ])
  }
  await view.click()
  await expect(page).toHaveURL('/home')
  // Which of the two was stored first is for the network to say.
  await expect(documentsScreen(page).rows).toHaveCount(2)
  expect((await documentsScreen(page).fileIds.allTextContents()).toSorted()).toEqual(ids.toSorted())
})

test('upload again resets all fields, scrolls to the top and starts at the heading', async ({
  page,
  desk,
  signIn,
}) => {
  const { again, category, type, description, files } = uploadScreen(page)
  await page.setViewportSize({ width: 360, height: 320 })
  await signIn(page, desk.clerk)
  await uploadTwo(page)
  await again.scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await again.click()
  await expect(page).toHaveURL('/add')
  await expect(category).toHaveValue('')
  await expect(type).toHaveValue('')
  await expect(description).toHaveValue('')
  await expect(files).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Upload files' })).toBeFocused()
})

/** Counts, frame by frame, the pieces that are painted: the most at once stands in `counter.mostPieces`. */
function countPieces(): void {
  const counter = { mostPieces: 0 }
  Object.assign(window, { counter })
  let inThisFrame = 0
  const { clearRect, restore } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function clear(...area) {
    inThisFrame = 0
    clearRect.apply(this, area)
  }
  CanvasRenderingContext2D.prototype.restore = function painted() {
    inThisFrame += 1
    counter.mostPieces = Math.max(counter.mostPieces, inThisFrame)
    restore.apply(this)
  }
}

test('is celebrated for 3 seconds with 320 pieces of confetti', async ({ page, desk, clock, signIn }) => {
  const { input, submit, confetti, succeeded } = uploadScreen(page)
  await page.addInitScript(countPieces)
  await signIn(page, desk.clerk)
  await page.clock.install({ time: A_DAY_IN_APRIL })
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(FILES)
  await page.clock.pauseAt(A_DAY_IN_APRIL.getTime() + HOUR)
  await submit.click()
  await clock.until(succeeded)
  const itsScriptTook = await clock.until(confetti)
  await clock.advance(2900 - itsScriptTook)
  await expect(confetti).toBeVisible()
  expect(await page.evaluate('counter.mostPieces')).toBe(320)
  await clock.advance(110)
  await expect(confetti).toHaveCount(0)
})

test('is not celebrated for those who asked for less motion', async ({ page, desk, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, desk.clerk)
  await uploadTwo(page)
  await expect(uploadScreen(page).confetti).toHaveCount(0)
})
