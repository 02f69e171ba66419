import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { openPortal, PASSWORD } from './browser/portal.ts'
import { documentsScreen } from './steps/documents.ts'
import { BATCH, fillForAll, largeFile, offsetsOf, queueScreen, slowLine, smallFiles } from './steps/queue.ts'

const LARGE = largeFile('large.pdf', 3_000_000)

/** Sends a large file until some of it has arrived, on a slow line. */
async function sendHalf(page: Page): Promise<void> {
  const { input, submit, progress } = queueScreen(page)
  await page.goto(BATCH)
  await input.setInputFiles([LARGE])
  await fillForAll(page)
  await slowLine(page, 500_000)
  await submit.click()
  await expect.poll(async () => Number(await progress('large.pdf').getAttribute('value'))).toBeGreaterThan(30)
}

/** The file is stored, once, and whole. */
async function expectStoredOnce(page: Page, count = 1): Promise<void> {
  const { succeeded, receipt } = queueScreen(page)
  await expect(succeeded).toBeVisible()
  const ids = await receipt.getByRole('rowheader').allTextContents()
  expect(ids).toHaveLength(count)
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(count)
}

test('a reload loses no file that was sent, and asks for the others; what has arrived is not sent again', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, row, description, category } = queueScreen(page)
  await signIn(page, desk.clerk)
  await sendHalf(page)
  await page.reload()
  await expect(row('large.pdf')).toContainText('Please choose this file again')
  await expect(page.getByText(/^One file has to be chosen again/u)).toBeVisible()
  await expect(description).toHaveValue('Rendition of the gas plant')
  await expect(category.locator('option:checked')).toHaveText('Industrial')
  const offsets = offsetsOf(page)
  await input.setInputFiles([{ ...LARGE, name: 'other.pdf' }])
  await expect(row('large.pdf')).toContainText('Please choose this file again')
  await queueScreen(page).remove('other.pdf').click()
  await slowLine(page)
  await page
    .locator('input[type="file"]')
    .first()
    .evaluate(giveAgain, await keptFile(page))
  await expectStoredOnce(page)
  expect(offsets.every((offset) => offset > 0)).toBe(true)
})

type Kept = { readonly name: string; readonly size: number; readonly lastModified: number }

/** What the browser keeps of the queue's file: Playwright gives each choice another moment of change. */
async function keptFile(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const [database] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('portal queue'))
    const opening = indexedDB.open(database?.name ?? '')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('entries').objectStore('entries').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    const [{ entry }] = reading.result as [{ entry: Kept }]
    return { name: entry.name, size: entry.size, lastModified: entry.lastModified }
  })
}

/** Chooses the same file again, as it lies on a disk: with the moment of its last change. */
function giveAgain(field: HTMLElement | SVGElement, { name, size, lastModified }: Kept): void {
  const head = '%PDF-1.7\n'
  const transfer = new DataTransfer()
  transfer.items.add(new File([head, 'x'.repeat(size - head.length)], name, { lastModified }))
  ;(field as HTMLInputElement).files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** From now on the page's dialog gives files of the browser's own disk, as the real one gives those of the computer. */
async function withHandles(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const pick = async () => {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle('large.pdf', { create: true })
      const writing = await handle.createWritable()
      await writing.write('%PDF-1.7\n' + 'x'.repeat(3_000_000))
      await writing.close()
      return [handle]
    }
    Object.assign(window, { showOpenFilePicker: pick })
  })
}

test('a page that crashes goes on by itself where the browser keeps the way to the files', async ({
  page,
  desk,
  signIn,
}) => {
  const context = page.context()
  await withHandles(context)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  const { chooseButton, row, submit, progress } = queueScreen(page)
  await chooseButton.click()
  await expect(row('large.pdf')).toBeVisible()
  await fillForAll(page)
  await slowLine(page, 500_000)
  await submit.click()
  await expect.poll(async () => Number(await progress('large.pdf').getAttribute('value'))).toBeGreaterThan(30)
  await page.close()
  const next = await context.newPage()
  const offsets = offsetsOf(next)
  await next.goto(BATCH)
  await expectStoredOnce(next)
  expect(offsets.length).toBeGreaterThan(0)
  expect(offsets.every((offset) => offset > 0)).toBe(true)
})

test('without a connection the files wait, and go on where they were', async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await sendHalf(page)
  const offsets = offsetsOf(page)
  await page.context().setOffline(true)
  await expect(page.getByText(/^No connection: 0 stored, 1 not sent\./u)).toBeVisible()
  await page.context().setOffline(false)
  await slowLine(page)
  await expectStoredOnce(page)
  expect(offsets.every((offset) => offset > 0)).toBe(true)
})

test('a session that ends keeps all, and it goes on after the sign-in', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { input, submit } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await fillForAll(page)
  await records.endSessions(desk.clerk)
  await submit.click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(desk.clerk.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/welcome')
  await page.getByRole('link', { name: 'Add New' }).click()
  await page.getByRole('link', { name: 'A batch, each file its own' }).click()
  await expectStoredOnce(page, 3)
})

test('nobody else who works in this browser sees any of it', async ({ page, desk, people, signIn }) => {
  const { input, rows, description } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await fillForAll(page, 'Nobody else may read this')
  await signIn(page, people.countyUser)
  await page.goto(BATCH)
  await expect(description).toHaveValue('')
  await expect(rows).toHaveCount(0)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await expect(rows).toHaveCount(3)
})

test('of several tabs one sends and the others show; when it closes the next one goes on', async ({
  page,
  desk,
  signIn,
}) => {
  const context = page.context()
  await withHandles(context)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  const { chooseButton, submit, progress } = queueScreen(page)
  await chooseButton.click()
  await fillForAll(page)
  await slowLine(page, 300_000)
  await submit.click()
  await expect(progress('large.pdf')).toBeVisible()
  const other = await context.newPage()
  await other.goto(BATCH)
  await expect(other.getByText(/^Another tab of yours sends these files/u)).toBeVisible()
  await expect(queueScreen(other).row('large.pdf')).toBeVisible()
  await expect(queueScreen(other).submit).toHaveCount(0)
  await page.close()
  await expectStoredOnce(other)
})

test('a server that is killed and started again is waited for, and no file is stored twice', async ({
  browser,
}) => {
  const portal = await openPortal()
  const page = await browser.newPage()
  try {
    const clerk = await portal.addUser({ admin: true })
    const data = { username: clerk.email, password: PASSWORD }
    await page.request.post(`${portal.url}/api/auth/login`, { data })
    const { input, submit } = queueScreen(page)
    await page.goto(portal.url + BATCH)
    await input.setInputFiles([LARGE, ...smallFiles(10)])
    await fillForAll(page)
    await slowLine(page, 500_000)
    await submit.click()
    await expect(page.getByText(/^Uploading: [1-9]\d* of 11 stored\./u)).toBeVisible()
    await portal.restart()
    await slowLine(page)
    const { succeeded, receipt } = queueScreen(page)
    await expect(succeeded).toBeVisible({ timeout: 90_000 })
    await expect(receipt.getByRole('rowheader')).toHaveCount(11)
    await page.goto(`${portal.url}/home`)
    await expect(documentsScreen(page).rows).toHaveCount(11)
  } finally {
    await page.close()
    await portal.close()
  }
})
