import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { queueScreen, slowLine } from './steps/queue.ts'
import { fileOf, fillFields, gateUploads, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'

const WIDTHS = [360, 640, 768, 1024, 1440] as const

/** Files of different bytes, because equal bytes would add a second line. */
function filesOf(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fileOf(
      `Rendition 2026 of a gas plant with a long name, page ${index + 1}.pdf`,
      Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`% page ${index + 1}`)]),
    ),
  )
}

test.beforeEach(async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
})

test('R5.62 a list of a hundred files scrolls in its own box, and the progress stays next to the buttons', async ({
  page,
}) => {
  const { input } = uploadScreen(page)
  const { submit, table, pause } = queueScreen(page)
  await input.setInputFiles(filesOf(100))
  await expect(table).toHaveAttribute('aria-rowcount', '101')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => window.scrollTo(0, 0))
    const { box, content } = await table.evaluate(({ scrollHeight, clientHeight }) => ({
      box: clientHeight,
      content: scrollHeight,
    }))
    expect(content, `the box scrolls at ${width} px`).toBeGreaterThan(box)
    await expect(submit).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  }
  await test.step('the progress is next to the buttons, visible at every width, and in the title', async () => {
    await slowLine(page, 8000)
    await submit.click()
    const progress = page.getByText(/^Uploading: \d+ of 100 stored\.$/u)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(progress).toBeInViewport({ ratio: 1 })
      await expect(pause).toBeInViewport({ ratio: 1 })
      expect(await gapBetween(progress, pause), `pixels between them at ${width} px`).toBeLessThan(60)
    }
    await expect(page).toHaveTitle(/^\d+ of 100 · Upload files · County Document Portal$/u)
  })
})

/** Vertical pixels between two elements; 0 if they are on one line. */
async function gapBetween(one: Locator, other: Locator): Promise<number> {
  const boxes = await Promise.all([one.boundingBox(), other.boundingBox()])
  const [upper, lower] = boxes
    .map((box) => ({ top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? 0) }))
    .toSorted((a, b) => a.top - b.top)
  return Math.max(0, (lower?.top ?? Number.NaN) - (upper?.bottom ?? 0))
}

test('R5.65 the stored form is not written again with every piece of a file', async ({ page }) => {
  const { input, submit, files } = uploadScreen(page)
  await input.setInputFiles([fileOf('large.pdf', Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(400_000)]))])
  await expect(files).toHaveCount(1)
  const written = await page.evaluateHandle(() => {
    const count = { times: 0 }
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function setItem(key, value) {
      if (key.endsWith('draft upload')) count.times += 1
      write.call(this, key, value)
    }
    return count
  })
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  // Checked in the page, which is at half for only a second.
  const atHalf = page.waitForFunction((count) => {
    const list = document.querySelector('ul[aria-label="Chosen files"]')
    return /[5-9]\d%/u.test(list?.textContent ?? '') && { ...count }
  }, written)
  await submit.click()
  expect(await (await atHalf).jsonValue()).toEqual({ times: 0 })
})

/** A file whose connection breaks before it is sent. */
async function cutWhileSending(page: Page): Promise<void> {
  const { input, submit } = uploadScreen(page)
  const gate = await gateUploads(page)
  await input.setInputFiles(filesOf(1))
  await submit.click()
  await expect.poll(gate.begun).toBe(1)
  await page.context().setOffline(true)
  gate.letAllGo()
  await expect(page.getByText(/^No connection: 0 stored, 1 not sent\./u)).toBeVisible()
}

test('a running upload can be stopped, with a connection and without: the file is as before, to be sent later', async ({
  page,
}) => {
  await test.step('R5.68 a running upload can be stopped, and the file is as before', async () => {
    const { input, submit, cancel, category, files, problem, succeeded } = uploadScreen(page)
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    const gate = await gateUploads(page)
    await input.setInputFiles(filesOf(1))
    await expect(stop).toHaveCount(0)
    await submit.click()
    await expect.poll(gate.begun).toBe(1)
    for (const button of [submit, cancel]) await expect(button).toBeDisabled()
    await test.step('R7.114 Tab reaches the buttons in the order in which they are shown', async () => {
      const buttons = stop.locator('xpath=ancestor::div[1]').getByRole('button')
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(buttons).toHaveText(['Uploading...', 'Cancel', 'Stop'])
        const lefts = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
        expect(lefts, `${width} px`).toEqual(lefts.toSorted((one, other) => one - other))
      }
    })
    await stop.press('Enter')
    await test.step('R7.72 the status line says that the file starts from the beginning', async () => {
      const stopped = 'Stopped: 0 of 1 file uploaded. It starts from the beginning next time.'
      await expect(page.getByRole('status').filter({ hasText: stopped })).toBeVisible()
    })
    await expect(files.filter({ hasText: 'Ready to upload' })).toHaveCount(1)
    await expect(problem).toHaveCount(0)
    await expect(stop).toHaveCount(0)
    await expect(category).toBeEnabled()
    await page.keyboard.press('Tab')
    await expect(submit).toBeFocused()
    gate.letAllGo()
    await page.unroute(UPLOAD_CALL)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
  await test.step('ending the wait for a connection leaves the file as before', async () => {
    await page.goto('/add')
    await fillFields(page)
    const { files, submit, category, succeeded } = uploadScreen(page)
    await cutWhileSending(page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText(/^Stopped: 0 of 1 file uploaded\./u)).toBeVisible()
    await expect(files.filter({ hasText: 'Ready to upload' })).toHaveCount(1)
    await expect(category).toBeEnabled()
    await page.unroute(UPLOAD_CALL)
    await page.context().setOffline(false)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
})

test('without a connection the file waits instead of failing, and is stored once when it is back', async ({
  page,
}) => {
  await test.step('the file waits for a portal that does not respond, even if the browser thinks it is online', async () => {
    const { input, submit, problem, succeeded } = uploadScreen(page)
    const CONFIG = '**/api/config'
    await page.route(UPLOAD_CALL, (route) => route.abort())
    await page.route(CONFIG, (route) => route.abort())
    await input.setInputFiles(filesOf(1))
    await submit.click()
    await expect(page.getByText(/^No connection: 0 stored, 1 not sent\./u)).toBeVisible()
    await expect(problem).toHaveCount(0)
    await page.unroute(UPLOAD_CALL)
    await page.unroute(CONFIG)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(succeeded).toBeVisible()
    await uploadScreen(page).again.click()
  })
  await test.step('R5.61 the file waits instead of failing, and continues automatically, not twice', async () => {
    await fillFields(page)
    const { files, problem, succeeded, view } = uploadScreen(page)
    await cutWhileSending(page)
    await expect(files.filter({ hasText: 'Waiting' })).toHaveCount(1)
    await expect(problem).toHaveCount(0)
    await page.unroute(UPLOAD_CALL)
    await page.context().setOffline(false)
    await expect(succeeded).toBeVisible()
    await view.click()
    await expect(documentsScreen(page).rows).toHaveCount(2)
  })
})
