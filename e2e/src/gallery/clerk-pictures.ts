import { expect, type Locator, type Page } from '@playwright/test'
import { documentsScreen } from '../steps/documents.ts'
import { SAMPLE_FILES } from '../steps/files.ts'
import { loginScreen } from '../steps/login.ts'
import { BATCH, fillForAll, pasteRows, queueScreen, sheetDialog, smallFiles } from '../steps/queue.ts'
import { recycleBinScreen } from '../steps/recycle-bin.ts'
import { fileOf, fillFields, type NamedFile, uploadScreen } from '../steps/upload.ts'
import { openRecoveryCodes } from './administration.ts'
import { openAt, shortenList } from './steps.ts'
import { UPLOADS } from './unfinished-uploads.ts'
import { openMarkedDocuments } from './virus-checks.ts'

/** One picture of the guide for county clerks: the top of a screen in a window of this size in pixels, or a part of it. */
export type ClerkPicture = {
  readonly name: string
  readonly isPublic?: boolean
  readonly window: readonly [width: number, height: number]
  /** Brings the page to the shown state. */
  readonly open: (page: Page) => Promise<void>
  /** The part that the picture shows. Without it, the window. */
  readonly region?: (page: Page) => Locator
}

/** Pixels: wide enough for the columns of a table. */
const TABLE_WINDOW = [1080, 640] as const

const RENDITION = 'Rendition of the gas plant near Midland, with its asset list'

const FILES = [
  fileOf('Rendition 2026 Spraberry Gas Processing.pdf', SAMPLE_FILES.pdf),
  fileOf('Plant picture.png', SAMPLE_FILES.png),
  fileOf('Asset list.xlsx', SAMPLE_FILES.xlsx),
]

/** A batch as a clerk has it on disk. */
const BATCH_FILES: readonly NamedFile[] = smallFiles(
  5,
  (number) =>
    [
      '1001 rendition 2026.pdf',
      '1002 rendition 2026.pdf',
      '1003 extension request.pdf',
      'Division order lease 7.pdf',
      'Division order lease 8.pdf',
    ][number - 1] ?? '',
)

const SHEET = [
  ['1001 rendition 2026.pdf', 'Industrial', 'Rendition', 'Gas plant north'],
  ['1002 rendition 2026.pdf', 'Industrial', 'Rendition', 'Gas plant south'],
  ['1003 extension request.pdf', 'Industrial', 'Extension Request', 'Compressor station 4'],
  ['Division order lease 7.pdf', 'Mineral', 'Division Order', 'Lease 7'],
  ['Division order lease 9.pdf', 'Mineral', 'Division Order', 'Lease 9'],
]

async function chooseFiles(page: Page): Promise<void> {
  await page.goto('/add')
  await fillFields(page, RENDITION)
  await uploadScreen(page).input.setInputFiles(FILES.slice(0, 1))
  await expect(uploadScreen(page).files).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** The county has the files from the second picture on. */
async function uploadFiles(page: Page, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
  await chooseFiles(page)
  await uploadScreen(page).input.setInputFiles(FILES.slice(1))
  await expect(queueScreen(page).rows).toHaveCount(FILES.length)
  await uploadScreen(page).submit.click()
  if (!isFirst) await page.getByRole('button', { name: /^Send all \d+ anyway$/u }).click()
  await expect(uploadScreen(page).receipt).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open receipt R-/u })).toBeVisible()
}

async function openReceiptPage(page: Page): Promise<void> {
  await uploadFiles(page, { isFirst: false })
  await page.getByRole('link', { name: /^Open receipt R-/u }).click()
  await expect(page.getByRole('table', { name: 'Received files' })).toBeVisible()
}

async function openBatch(page: Page): Promise<void> {
  const { input, rows } = queueScreen(page)
  await page.goto(BATCH)
  await input.setInputFiles([...BATCH_FILES])
  await expect(rows).toHaveCount(BATCH_FILES.length)
}

async function openVerify(page: Page): Promise<void> {
  await openAt(page, '/receipts')
  await page.getByLabel('Receipt number').fill('R-2026-4K7P-9D2M')
  await page.getByLabel('Check code').fill('7H3K-PQ4M-2T9X-VB6N-C5DJ')
}

/** Scrolls the list of a batch to the top of the window. */
async function showBatchList(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    document.querySelector('main table')?.scrollIntoView({ block: 'center' })
  })
}

/** The pictures in the order in which they are taken: those of sample data come before the uploads. */
export const CLERK_PICTURES: readonly ClerkPicture[] = [
  {
    name: 'sign-in',
    isPublic: true,
    window: [900, 620],
    open: async (page) => {
      await page.goto('/login')
      await loginScreen(page).username.fill('clerk@midlandcad.example')
    },
  },
  {
    name: 'passkeys',
    window: [900, 700],
    open: async (page) => {
      await page.goto('/account')
      await page.getByLabel('Name of a new passkey').fill('Work laptop')
    },
    region: (page) => page.getByRole('region', { name: 'Passkeys', exact: true }),
  },
  {
    name: 'recovery-codes',
    window: [900, 900],
    open: openRecoveryCodes,
    region: (page) => page.getByRole('region', { name: 'Two-step verification', exact: true }),
  },
  {
    name: 'documents',
    window: TABLE_WINDOW,
    open: async (page) => {
      await shortenList(page)
      await page.goto('/home?category=1')
      await expect(documentsScreen(page).rows.first()).toBeVisible()
      const { toggle, apply } = documentsScreen(page).filters
      if (!(await apply.isVisible())) await toggle.click()
      await expect(apply).toBeVisible()
    },
  },
  { name: 'virus-marks', window: [1080, 460], open: openMarkedDocuments },
  {
    name: 'recycle-bin',
    window: [1080, 400],
    open: async (page) => {
      await page.goto('/recyclebin')
      await expect(recycleBinScreen(page).rows.first()).toBeVisible()
    },
  },
  {
    name: 'unfinished',
    window: [1080, 440],
    open: async (page) => {
      await page.route('**/api/files/resumable', (route) => route.fulfill({ json: { uploads: UPLOADS } }))
      await openAt(page, '/add/unfinished')
      await expect(page.getByRole('table', { name: 'Unfinished uploads' })).toBeVisible()
    },
  },
  { name: 'upload', window: [900, 820], open: chooseFiles },
  {
    name: 'batch',
    window: TABLE_WINDOW,
    open: async (page) => {
      await openBatch(page)
      await pasteRows(page, SHEET)
      await sheetDialog(page).fill.click()
      await expect(sheetDialog(page).dialog).toBeHidden()
      await showBatchList(page)
    },
  },
  {
    name: 'batch-spreadsheet',
    window: [900, 700],
    open: async (page) => {
      await openBatch(page)
      await pasteRows(page, SHEET)
      await expect(sheetDialog(page).fill).toBeVisible()
    },
    region: (page) => sheetDialog(page).dialog,
  },
  { name: 'upload-done', window: [1080, 600], open: (page) => uploadFiles(page, { isFirst: true }) },
  { name: 'receipt', window: [1080, 760], open: openReceiptPage },
  {
    name: 'duplicate',
    window: [1080, 560],
    open: async (page) => {
      await page.goto(BATCH)
      await fillForAll(page, RENDITION)
      await queueScreen(page).input.setInputFiles(FILES)
      await expect(page.getByText(/files are in the county already/u)).toBeVisible()
      await showBatchList(page)
    },
  },
  { name: 'verify', window: [900, 440], open: openVerify },
]
