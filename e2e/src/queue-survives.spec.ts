import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from './browser/chromium.ts'
import { expect, test as base } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import {
  BATCH,
  fillForAll,
  keptEntries,
  largeFile,
  queueScreen,
  smallFiles,
  type StoredEntry,
} from './steps/queue.ts'
import { openWebLine, type WebLine } from './steps/web-line.ts'

const SIZE = 3_000_000
const LARGE = largeFile('large.pdf', SIZE)

const test = base.extend<{ line: WebLine }>({
  line: async ({ portal }, use) => {
    const line = await openWebLine(portal.url)
    await use(line)
    await line.close()
  },
  // A person signed in at the portal is signed in behind the line too, because cookies ignore ports.
  baseURL: async ({ line }, use) => use(line.url),
})

/** Sends a large file until a part has arrived, and then the line stalls. */
async function sendHalf(page: Page, line: WebLine): Promise<void> {
  const { input } = queueScreen(page)
  await page.goto(BATCH)
  await input.setInputFiles([LARGE])
  await fillForAll(page)
  await submitHalf(page, line)
}

/** Sends the chosen files until a part of the large one has arrived. The rest waits for the line. */
async function submitHalf(page: Page, line: WebLine): Promise<void> {
  const { submit, progress } = queueScreen(page)
  const before = line.carried()
  line.holdAfter(SIZE / 2)
  await submit.click()
  await expect(progress('large.pdf')).toBeVisible()
  await expect.poll(() => line.carried() - before).toBeGreaterThan(SIZE / 2)
}

/** The file is stored once and completely. */
async function expectStoredOnce(page: Page, count = 1): Promise<void> {
  const { succeeded, receipt } = queueScreen(page)
  await expect(succeeded).toBeVisible()
  await expect(receipt.getByRole('rowheader')).toHaveCount(count)
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(count)
}

test('a reload loses no sent file, and asks for the others', async ({ page, desk, line, signIn }) => {
  const { input, row, rows, remove, description, category } = queueScreen(page)
  await signIn(page, desk.clerk)
  await sendHalf(page, line)
  await page.reload()
  await expect(row('large.pdf')).toContainText('Please choose this file again')
  await expect(page.getByText(/^One file has to be chosen again/u)).toBeVisible()
  await test.step('R5.123 it says that it waits for its files, and not that it uploads', async () => {
    await expect(page.getByText('1 file waits: choose it.')).toBeVisible()
    await expect(page.getByText(/^Uploading/u)).toHaveCount(0)
  })
  await expect(description).toHaveValue('Rendition of the gas plant')
  await expect(category.locator('option:checked')).toHaveText('Industrial')
  await input.setInputFiles([{ ...LARGE, name: 'other.pdf' }])
  await expect(rows).toHaveCount(2)
  await expect(row('large.pdf')).toContainText('Please choose this file again')
  await remove('other.pdf').click()
  await line.mend()
  await input.evaluate(giveAgain, { ...(await keptFile(page)), filledWith: 'x' })
  await expectStoredOnce(page)
})

test('R7.71 a paused batch whose tab was closed asks for its files by its filled button, and continues', async ({
  page: first,
  context,
  desk,
  line,
  signIn,
}) => {
  await signIn(first, desk.clerk)
  await sendHalf(first, line)
  await queueScreen(first).pause.click()
  await expect(queueScreen(first).resume).toBeVisible()
  await first.close()
  await line.mend()
  const page = await context.newPage()
  // Playwright can only answer the dialog of a file field.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.goto(BATCH)
  const { chooseAgain, resume, submit, row } = queueScreen(page)
  await expect(chooseAgain).toBeVisible()
  for (const button of [resume, submit]) await expect(button).toHaveCount(0)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseAgain.click()])
  await chooser.setFiles([LARGE])
  await expect(row('large.pdf')).toContainText('Paused')
  await expect(chooseAgain).toHaveCount(0)
  await resume.click()
  await expectStoredOnce(page)
})

test('R7.50 every screen shows a running batch, and leads back to it', async ({
  page,
  desk,
  line,
  signIn,
}) => {
  const { progress } = queueScreen(page)
  const bar = page.getByRole('banner')
  await signIn(page, desk.clerk)
  await sendHalf(page, line)
  const batch = page.getByRole('complementary', { name: 'Batch on its way' })
  await expect(batch).toHaveCount(0)
  for (const name of ['Documents', 'Owner Detail']) {
    await bar.getByRole('link', { name }).first().click()
    await expect(batch).toContainText('Uploading: 0 of 1 stored.')
  }
  await batch.getByRole('link', { name: 'Show the batch' }).click()
  await expect(progress('large.pdf')).toBeVisible()
  await expect(batch).toHaveCount(0)
  await bar.getByRole('link', { name: 'Owner Detail' }).first().click()
  await expect(batch).toBeVisible()
  await bar.getByRole('link', { name: 'Add New' }).first().click()
  await expect(progress('large.pdf')).toBeVisible()
  await bar.getByRole('link', { name: 'Documents' }).click()
  await expect(batch).toBeVisible()
  await line.mend()
  await expect(batch).toHaveCount(0)
})

test('R7.91 a batch that ends behind another screen says so there until its person has seen it', async ({
  page,
  desk,
  line,
  signIn,
}) => {
  const { succeeded } = queueScreen(page)
  const bar = page.getByRole('banner')
  await signIn(page, desk.clerk)
  await sendHalf(page, line)
  await bar.getByRole('link', { name: 'Documents' }).click()
  const ended = page.getByRole('status').filter({ hasText: 'Your batch has ended' })
  await expect(page.getByRole('complementary', { name: 'Batch on its way' })).toBeVisible()
  await expect(ended).toHaveCount(0)
  await line.mend()
  await expect(ended).toContainText('Your batch has ended: 1 stored.')
  await bar.getByRole('link', { name: 'Owner Detail' }).click()
  await expect(ended).toBeVisible()
  await ended.getByRole('link', { name: 'Show the batch' }).click()
  await expect(succeeded).toBeVisible()
  await expect(ended).toHaveCount(0)
  await bar.getByRole('link', { name: 'Documents' }).click()
  await expect(documentsScreen(page).rows).toHaveCount(1)
  await expect(ended).toHaveCount(0)
})

test('R5.122 a file that was overwritten with the same size and time is not continued with other bytes', async ({
  page,
  desk,
  line,
  signIn,
}) => {
  const { input, row, rows, submit, succeeded, receipt } = queueScreen(page)
  await signIn(page, desk.clerk)
  await sendHalf(page, line)
  await page.reload()
  await expect(row('large.pdf')).toContainText('Please choose this file again')
  await line.mend()
  await input.evaluate(giveAgain, { ...(await keptFile(page)), filledWith: 'y' })
  await expect(page.getByText(/^large\.pdf has changed since its upload began/u)).toBeVisible()
  await expect(rows).toHaveCount(2)
  const old = rows.filter({ hasText: 'Please choose this file again' })
  await old.getByRole('button', { name: 'Remove large.pdf' }).click()
  await expect(rows).toHaveCount(1)
  await submit.click()
  await expect(succeeded).toBeVisible()
  await expect(receipt.getByRole('rowheader')).toHaveCount(1)
  await page.goto('/home')
  const link = documentsScreen(page).rows.getByRole('link').first()
  const stored = await page.request.get((await link.getAttribute('href')) ?? '')
  expect((await stored.body()).subarray(SAMPLE_FILES.pdf.length).every((byte) => byte === 0x79)).toBe(true)
})

type RechosenFile = StoredEntry & { readonly head: string; readonly filledWith: string }

/** The file as the browser's queue stores it. Playwright gives each choice another modification time. */
async function keptFile(page: Page): Promise<StoredEntry & Pick<RechosenFile, 'head'>> {
  const [entry] = await keptEntries(page)
  if (!entry) throw new Error('The browser keeps no file of the queue.')
  return { ...entry, head: SAMPLE_FILES.pdf.toString('latin1') }
}

/** Chooses a file with the same name, size and modification time from a disk. With `x` it is the same file. */
function giveAgain(
  field: HTMLElement | SVGElement,
  { name, size, lastModified, head, filledWith }: RechosenFile,
): void {
  const bytes = Uint8Array.from(head + filledWith.repeat(size - head.length), (letter) =>
    letter.charCodeAt(0),
  )
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { lastModified }))
  ;(field as HTMLInputElement).files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A browser whose profile outlives it. Its dialog returns files of its own disk, like a real one. */
async function openBrowser(
  profile: string,
  { baseURL }: { readonly baseURL: string },
): Promise<BrowserContext> {
  const { origin: _origin, ...launch } = await findChromium()
  const context = await chromium.launchPersistentContext(profile, { ...launch, baseURL })
  await context.addInitScript((size) => {
    const pick = async () => {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle('large.pdf', { create: true })
      const writing = await handle.createWritable()
      await writing.write('%PDF-1.7\n'.padEnd(size, 'x'))
      await writing.close()
      return [handle]
    }
    Object.assign(window, { showOpenFilePicker: pick })
  }, SIZE)
  return context
}

const lasting = test.extend<{ profile: string }>({
  profile: async ({ page: _page }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'portal-e2e-profile-'))
    await use(profile)
    await rm(profile, { recursive: true, force: true })
  },
})

/** Chooses the large file by the browser's dialog and sends it until a part has arrived. */
async function pickAndSend(page: Page, line: WebLine): Promise<void> {
  await page.goto(BATCH)
  const { chooseButton, row } = queueScreen(page)
  await chooseButton.click()
  await expect(row('large.pdf')).toBeVisible()
  await fillForAll(page)
  await submitHalf(page, line)
}

lasting(
  'of several tabs one sends and the others show; when it closes the next one goes on, and after a crash of the browser a new one',
  async ({ desk, line, profile, signIn }) => {
    const context = await openBrowser(profile, { baseURL: line.url })
    const page = await context.newPage()
    await signIn(page, desk.clerk)
    await pickAndSend(page, line)
    const other = await context.newPage()
    await other.goto(BATCH)
    await expect(other.getByText(/^Another tab of yours sends these files/u)).toBeVisible()
    await expect(queueScreen(other).row('large.pdf')).toBeVisible()
    await expect(queueScreen(other).submit).toHaveCount(0)
    await page.close()
    await expect(queueScreen(other).pause).toBeVisible()
    await context.close()
    await line.mend()
    await lasting.step(
      'a browser that crashes goes on by itself where it keeps the way to the files',
      async () => {
        const next = await openBrowser(profile, { baseURL: line.url })
        const again = await next.newPage()
        await signIn(again, desk.clerk)
        await again.goto(BATCH)
        await expectStoredOnce(again)
        await next.close()
      },
    )
  },
)

test('without a connection the files wait, and continue where they were', async ({
  page,
  desk,
  line,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await sendHalf(page, line)
  await line.cut()
  await expect(page.getByText(/^No connection: 0 stored, 1 not sent\./u)).toBeVisible()
  await line.mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectStoredOnce(page)
})

base(
  'nobody else who works in this browser sees any of it; a session that ends keeps all, and it goes on after the sign-in',
  async ({ page, desk, people, endSessions, signIn }) => {
    const { input, rows, description, submit } = queueScreen(page)
    await signIn(page, desk.clerk)
    await page.goto(BATCH)
    await input.setInputFiles(smallFiles(3))
    await expect(rows).toHaveCount(3)
    await fillForAll(page, 'Nobody else may read this')
    await base.step('nobody else who works in this browser sees any of it', async () => {
      await signIn(page, people.countyUser)
      await page.goto(BATCH)
      await expect(description).toHaveValue('')
      await expect(rows).toHaveCount(0)
      await signIn(page, desk.clerk)
      await page.goto(BATCH)
      await expect(rows).toHaveCount(3)
    })
    await base.step('a session that ends keeps all, and it goes on after the sign-in', async () => {
      await input.setInputFiles(smallFiles(3))
      await expect(page.getByText('Please choose this file again')).toHaveCount(0)
      await endSessions(desk.clerk)
      const calls: string[] = []
      page.on('request', (request) => calls.push(new URL(request.url()).pathname))
      await submit.click()
      await expect(page).toHaveURL('/login')
      await page.getByLabel('Username').fill(desk.clerk.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL('/welcome')
      // The running files reported it once, and send nothing as the next person who signs in.
      expect(calls.filter((path) => path === '/api/auth/logout')).toHaveLength(1)
      const signedIn = calls.slice(calls.indexOf('/api/auth/login'))
      expect(signedIn.filter((path) => path.startsWith('/api/files/resumable'))).toEqual([])
      await page.getByRole('link', { name: 'Add New' }).click()
      await expectStoredOnce(page, 3)
    })
  },
)
