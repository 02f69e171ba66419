import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { FIXED_DATE } from './browser/page-clock.ts'
import { smallFiles } from './steps/queue.ts'
import { documentsScreen, sortedColumn } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const FILES = [fileOf('rendition.pdf', SAMPLE_FILES.pdf), fileOf('plant.png', SAMPLE_FILES.png)]

/** Milliseconds. */
const HOUR_MS = 3_600_000

async function uploadTwo(page: Page): Promise<void> {
  const { input, submit, succeeded } = uploadScreen(page)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(FILES)
  await submit.click()
  await expect(succeeded).toBeVisible()
}

test('S2.79 S2.82 S8.28 R5.19 is reported word for word, with file ids, county and time, on paper by the table alone, and leads to the list, where the new documents are marked', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { confetti, again } = uploadScreen(page)
  await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, fileName: 'older.pdf', description: 'From before' },
  ])
  await page.emulateMedia({ reducedMotion: 'reduce' })
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

  await test.step('is not celebrated with reduced motion', async () => {
    await expect(confetti).toHaveCount(0)
  })
  await test.step('R5.66 on paper is the table alone', async () => {
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await expect(succeeded).toBeVisible()
    await expect(receipt.getByRole('columnheader')).toHaveCount(4)
    await expect(receipt.getByRole('columnheader').first()).toBeVisible()
    for (const chrome of [
      again,
      page.getByRole('button', { name: 'Print', exact: true }),
      page.getByRole('navigation'),
      page.getByRole('contentinfo'),
      confetti,
    ]) {
      await expect(chrome).toBeHidden()
    }

    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('R5.66 leads to the list, where the new documents are marked, on each of its pages', async () => {
    const { rows, fileIds } = documentsScreen(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await view.click()
    await expect(page).toHaveURL('/home')
    await expect(rows).toHaveCount(3)
    const marked = page.locator('tr[data-marked]').getByRole('rowheader')
    await expect.poll(async () => (await marked.allTextContents()).toSorted()).toEqual(ids.toSorted())
    await expect(page.getByText('What you have just uploaded is marked.')).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/landing')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(fileIds).toHaveCount(3)
    await expect(marked).toHaveCount(0)
  })
})

/** Counts the painted pieces frame by frame. `counter.maxPieces` has the maximum. */
function countPieces(): void {
  const counter = { maxPieces: 0 }
  Object.assign(window, { counter })
  let inThisFrame = 0
  const { clearRect, restore } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function clear(...area) {
    inThisFrame = 0
    clearRect.apply(this, area)
  }
  CanvasRenderingContext2D.prototype.restore = function painted() {
    inThisFrame += 1
    counter.maxPieces = Math.max(counter.maxPieces, inThisFrame)
    restore.apply(this)
  }
}

test('S2.80 S9.16 is celebrated for 3 seconds with 320 pieces of confetti', async ({
  page,
  desk,
  clock,
  signIn,
}) => {
  const { input, submit, confetti, succeeded } = uploadScreen(page)
  await page.addInitScript(countPieces)
  await signIn(page, desk.clerk)
  await page.clock.install({ time: FIXED_DATE })
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(FILES.slice(0, 1))
  await page.clock.pauseAt(FIXED_DATE.getTime() + HOUR_MS)
  await submit.click()
  await clock.until(succeeded)
  const itsScriptTook = await clock.until(confetti)
  await clock.advance(2900 - itsScriptTook)
  await expect(confetti).toBeVisible()
  expect(await page.evaluate('counter.maxPieces')).toBe(320)
  await clock.advance(110)
  await expect(confetti).toHaveCount(0)
})

test('R5.66 the number of the receipt comes without moving a button, at every width', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, submit, again } = uploadScreen(page)
  const places = async () => {
    const found: (number | undefined)[] = []
    for (const width of [320, 360, 480, 768, 890, 910, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      found.push((await again.boundingBox())?.y)
    }
    return found
  }
  const made = Promise.withResolvers<void>()
  await page.route('**/api/receipts', async (route) => {
    await made.promise
    await route.continue()
  })
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(smallFiles(2))
  await submit.click()
  await expect(page.getByText('Making the receipt...')).toBeVisible()
  const before = await places()
  made.resolve()
  await expect(page.getByText('Check code').first()).toBeVisible()
  expect(await places()).toEqual(before)
})

test('R5.66 of many files has its actions first, and sums up the stored files in one line; upload again resets all fields', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, submit, receipt, again, view } = uploadScreen(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(smallFiles(40, (at) => `page-${at}.pdf`))
  await submit.click()
  await expect(receipt.getByRole('rowheader')).toHaveCount(40)
  const summary = `40 files · Industrial / Rendition · ${desk.county.Name}`
  await expect(page.getByText(summary, { exact: true })).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  for (const action of [again, view, copy, page.getByRole('button', { name: 'Print', exact: true })]) {
    await expect(action).toBeInViewport({ ratio: 1 })
  }
  await copy.click()
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const [first = '', ...lines] = copied.split('\n')
  expect(first).toBe(summary)
  expect(lines).toHaveLength(40)
  const [id] = await receipt.getByRole('rowheader').allTextContents()
  expect(lines[0]).toMatch(new RegExp(`^File ${id} · .+ · page-1\\.pdf$`, 'u'))
  const link = receipt.getByRole('link', { name: `View file ${id}, page-1.pdf (opens in a new tab)` })
  await expect(link).toHaveAttribute('href', `/api/files/uploads/${id}/download`)
  await expect(link).toHaveAttribute('target', '_blank')

  await test.step('S2.81 R5.67 upload again resets all fields, scrolls to the top and starts at the heading', async () => {
    const { category, type, description, files } = uploadScreen(page)
    await page.setViewportSize({ width: 360, height: 320 })
    await receipt.getByRole('rowheader').last().scrollIntoViewIfNeeded()
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
})

test('R5.67 leads to another type in few clicks: five renditions of five types', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { category, type, county, description, chooseButton, submit, receipt } = uploadScreen(page)
  let clicks = 0
  const click = async (what: Locator) => {
    await what.click()
    clicks += 1
  }
  const choose = async (select: Locator, option: string) => {
    await select.selectOption(option)
    clicks += 1
  }
  await signIn(page, people.administrator)
  await page.goto('/landing')
  await click(page.getByRole('link', { name: 'Upload a document, Click here' }))
  const types = await typesOf(page, 'Industrial')
  for (const [index, name] of types.slice(0, 5).entries()) {
    if (index === 0) {
      await choose(category, 'Industrial')
      await choose(type, name)
      await choose(county, desk.county.Name)
      await click(description)
      await page.keyboard.type('Gas plant near Pecos, 2026')
    } else {
      await click(page.getByRole('button', { name: 'Upload another type' }))
      await expect(type).toBeFocused()
      await choose(type, name)
    }
    const picking = page.waitForEvent('filechooser')
    await click(chooseButton)
    await (await picking).setFiles([fileOf(`${index + 1}.pdf`, SAMPLE_FILES.pdf)])
    clicks += 1
    await click(submit)
    await expect(receipt.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByText(`1 file · Industrial / ${name} · ${desk.county.Name}`)).toBeVisible()
  }
  expect(clicks).toBeLessThanOrEqual(30)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await expect(documentsScreen(page).rows).toHaveCount(5)
  await expect.poll(() => sortedColumn(page, 'Type')).toEqual(types.slice(0, 5).toSorted())
})

/** The types of a category in the form. */
async function typesOf(page: Page, name: string): Promise<readonly string[]> {
  const categories = (await (await page.request.get('/api/lookup/categories')).json()) as LookupItem[]
  const id = categories.find(({ Name }) => Name === name)?.ID
  const types = (await (await page.request.get(`/api/lookup/types/${id}`)).json()) as LookupItem[]
  return types.map(({ Name }) => Name)
}
