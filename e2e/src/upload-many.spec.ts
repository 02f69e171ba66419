import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
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

test('R5.62 a list of a hundred files scrolls in its own box, the keyboard skips it in one step, and the progress stays next to the buttons', async ({
  page,
}) => {
  const { input, files, submit, cancel } = uploadScreen(page)
  await input.setInputFiles(filesOf(100))
  await expect(files).toHaveCount(100)
  await expect(page.getByText(/^100 files, \d+ KB$/u)).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => window.scrollTo(0, 0))
    const heights = await files.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights).size, `rows of one height at ${width} px`).toBe(1)
    const {
      page: whole,
      box,
      content,
    } = await page.evaluate(() => {
      const list = document.querySelector('ul[aria-label="Chosen files"]')
      const { scrollHeight = 0, clientHeight = 0 } = list ?? {}
      return { page: document.documentElement.scrollHeight, box: clientHeight, content: scrollHeight }
    })
    expect(content, `the box scrolls at ${width} px`).toBeGreaterThan(box)
    expect(whole, `the page is no longer than two windows at ${width} px`).toBeLessThan(1600)
    for (const button of [submit, cancel]) await expect(button).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  }

  await test.step('the keyboard skips the list in one step', async () => {
    const skip = page.getByRole('button', { name: 'Skip the list of files' })
    await skip.focus()
    await expect(skip).toBeInViewport()
    await skip.press('Enter')
    await expect(submit).toBeFocused()
  })

  await test.step('the progress is next to the buttons, visible at every width, and in the title', async () => {
    const gate = await gateUploads(page)
    await submit.click()
    await expect.poll(gate.begun).toBe(3)
    gate.letOneGo()
    const progress = page.getByText('Uploading: 1 of 100 stored.')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(progress).toBeInViewport({ ratio: 1 })
      await expect(submit).toBeInViewport({ ratio: 1 })
      expect(await gapBetween(progress, submit), `pixels between them at ${width} px`).toBeLessThan(60)
    }
    await expect(page).toHaveTitle('1 of 100 · Upload files · County Document Portal')
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

/** Five files, one of which is stored when the connection breaks. */
async function cutAfterOne(page: Page) {
  const { input, submit } = uploadScreen(page)
  const gate = await gateUploads(page)
  await input.setInputFiles(filesOf(5))
  await submit.click()
  await expect.poll(gate.begun).toBe(3)
  gate.letOneGo()
  await expect(page.getByText('Uploading: 1 of 5 stored.')).toBeVisible()
  await expect.poll(gate.begun).toBe(4)
  await page.context().setOffline(true)
  gate.letAllGo()
  await expect(page.getByText(/^No connection: 1 stored, 4 not sent\./u)).toBeVisible()
  return gate
}

test('a running upload can be stopped, with a connection and without: stored files stay, the rest is as before, to be sent later', async ({
  page,
}) => {
  await test.step('R5.68 a running upload can be stopped: stored files stay, the rest is as before, to be sent later', async () => {
    const { input, submit, cancel, category, files, problem, succeeded, view } = uploadScreen(page)
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    const gate = await gateUploads(page)
    await input.setInputFiles(filesOf(6))
    await expect(stop).toHaveCount(0)
    await submit.click()
    await expect.poll(gate.begun).toBe(3)
    gate.letOneGo()
    await expect(page.getByText('Uploading: 1 of 6 stored.')).toBeVisible()
    await expect.poll(gate.begun).toBe(4)
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
    await test.step('R7.72 the status line names the uploaded files, and says that the rest starts from the beginning', async () => {
      const stopped = 'Stopped: 1 of 6 files uploaded. The others start from the beginning next time.'
      await expect(page.getByRole('status').filter({ hasText: stopped })).toBeVisible()
    })
    await expect(files.filter({ hasText: 'Ready to upload' })).toHaveCount(5)
    await expect(problem).toHaveCount(0)
    await expect(stop).toHaveCount(0)
    await expect(category).toBeEnabled()
    await page.keyboard.press('Tab')
    await expect(submit).toBeFocused()
    gate.letAllGo()
    await page.unroute(UPLOAD_CALL)
    await submit.click()
    await expect(succeeded).toBeVisible()
    await view.click()
    await expect(documentsScreen(page).rows).toHaveCount(6)
  })
  await test.step('ending the wait for a connection leaves the rest as before, to be sent later', async () => {
    await page.goto('/add')
    await fillFields(page)
    const { files, submit, category, succeeded } = uploadScreen(page)
    await cutAfterOne(page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText(/^Stopped: 1 of 5 files uploaded\./u)).toBeVisible()
    await expect(files.filter({ hasText: 'Ready to upload' })).toHaveCount(4)
    await expect(category).toBeEnabled()
    await page.unroute(UPLOAD_CALL)
    await page.context().setOffline(false)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
})

test('without a connection the files wait instead of failing, and all continue automatically when it is back, none twice', async ({
  page,
}) => {
  await test.step('the files wait for a portal that does not respond, even if the browser thinks it is online', async () => {
    const { input, submit, problem, succeeded } = uploadScreen(page)
    const CONFIG = '**/api/config'
    await page.route(UPLOAD_CALL, (route) => route.abort())
    await page.route(CONFIG, (route) => route.abort())
    await input.setInputFiles(filesOf(2))
    await submit.click()
    await expect(page.getByText(/^No connection: 0 stored, 2 not sent\./u)).toBeVisible()
    await expect(problem).toHaveCount(0)
    await page.unroute(UPLOAD_CALL)
    await page.unroute(CONFIG)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(succeeded).toBeVisible()

    await uploadScreen(page).again.click()
  })
  await test.step('R5.61 the files wait instead of failing, and all continue automatically when it is back, none twice', async () => {
    await fillFields(page)

    const { files, problem, succeeded, view } = uploadScreen(page)
    await cutAfterOne(page)
    await expect(files.filter({ hasText: 'Waiting' })).toHaveCount(4)
    await expect(problem).toHaveCount(0)
    await page.unroute(UPLOAD_CALL)
    await page.context().setOffline(false)
    await expect(succeeded).toBeVisible()
    await view.click()
    await expect(documentsScreen(page).rows).toHaveCount(7)
  })
})
