import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { OwnerRow } from '@portal/contract/owners/owners.ts'
import { documentsScreen, LIST_CALL } from '../steps/documents.ts'
import { editDialog } from '../steps/edit.ts'
import { SAMPLE_FILES } from '../steps/files.ts'
import { ownersScreen } from '../steps/owners.ts'
import { fileOf, fillFields, UPLOAD_CALL, uploadScreen } from '../steps/upload.ts'

/** Resolves when the page shows its heading. */
export async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Rows that fill a window. One check covers a whole list, without anything in front of it. */
const ROWS_BEHIND = 20

/** Makes the documents list show only the first of its rows. */
export async function shortenList(page: Page): Promise<void> {
  await page.route(LIST_CALL, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { files: object[] }
    await route.fulfill({ response, json: { ...answer, files: answer.files.slice(0, ROWS_BEHIND) } })
  })
}

/** Opens the documents list, with the first of its rows. */
export async function openShortList(page: Page): Promise<void> {
  await shortenList(page)
  await page.goto('/home')
}

/** Opens the edit dialog of the first document. */
export async function openEdit(page: Page): Promise<void> {
  await openShortList(page)
  await page
    .getByRole('button', { name: /^Edit file/u })
    .first()
    .click()
  await expect(editDialog(page).description).toBeVisible()
}

export async function openTwoVersions(page: Page): Promise<void> {
  const { description, save, theirs } = editDialog(page)
  await openShortList(page)
  const fileId = await documentsScreen(page).fileIds.first().textContent()
  await page
    .getByRole('button', { name: /^Edit file/u })
    .first()
    .click()
  await description.fill('Rendition of personal property, compressor stations 4 to 7')
  const data = { description: `Rendition and asset list, station 4 (${Date.now()})` }
  await page.request.patch(`/api/status/uploads/${fileId}/descriptiontypes`, { data })
  await save.click()
  await expect(theirs).toBeVisible()
}

const ONE_FILE = [fileOf('Rendition 2026 Delaware Basin Gas Processing.pdf', SAMPLE_FILES.pdf)]

const THREE_FILES = [
  ...ONE_FILE,
  fileOf('Plant picture.png', SAMPLE_FILES.png),
  fileOf('Asset list.xlsx', SAMPLE_FILES.xlsx),
]

function ownPdf(): Buffer {
  return Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`\n%${randomUUID()}\n`)])
}

/** Fills in the upload form and chooses files in it. */
export async function chooseFiles(page: Page, files = THREE_FILES): Promise<void> {
  const { county, input } = uploadScreen(page)
  await page.goto('/add')
  await fillFields(page, 'Rendition of the gas plant near Pecos, with its asset list')
  await county.selectOption('Reeves')
  await input.setInputFiles(files)
}

export async function openPartlyFailed(page: Page): Promise<void> {
  const { submit, input, problem } = uploadScreen(page)
  await page.route(UPLOAD_CALL, (route) => route.fulfill({ status: 500, body: '' }))
  await chooseFiles(page, ONE_FILE)
  await submit.click()
  await expect(problem.filter({ hasText: 'One or more uploads failed.' })).toBeVisible()
  await input.setInputFiles([fileOf('notes.txt', Buffer.from('text'))])
}

/** Uploads files of their own bytes, because those of an earlier upload are in the county already. */
export async function openReceipt(page: Page): Promise<void> {
  const { submit, receipt } = uploadScreen(page)
  await chooseFiles(
    page,
    THREE_FILES.map(({ name }) => fileOf(name.replace(/\.\w+$/u, '.pdf'), ownPdf())),
  )
  await submit.click()
  await expect(receipt).toBeVisible()
}

/** The name of an owner of the shown county who has documents. */
export async function ownerWithFiles(page: Page): Promise<string> {
  const countyId = await ownersScreen(page).county.inputValue()
  const answer = await page.request.get('/api/owners/owner-details', {
    params: { appraisalYear: 2026, countyId },
  })
  const owners = (await answer.json()) as readonly OwnerRow[]
  const owner = owners.find(({ FileCount }) => FileCount > 0)
  if (!owner) throw new Error('No owner of the demo has documents.')
  return owner.OwnerName
}

export async function openOwners(page: Page): Promise<void> {
  const { county, rows } = ownersScreen(page)
  await page.goto('/owner-details')
  await county.selectOption('Midland')
  await expect(rows.first()).toBeVisible()
}
