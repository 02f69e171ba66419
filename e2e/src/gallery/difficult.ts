import { expect, type Page } from '@playwright/test'
import { documentsScreen, LIST_CALL } from '../steps/documents.ts'
import { editDialog } from '../steps/edit.ts'
import { SAMPLE_FILES } from '../steps/files.ts'
import { frame, WIDTH } from '../steps/frame.ts'
import { peopleScreen } from '../steps/people.ts'
import { fileOf, fillFields, UPLOAD_CALL, uploadScreen } from '../steps/upload.ts'
import type { Screen } from './screen.ts'
import { chooseFiles, openAt, openEdit, openShortList } from './steps.ts'

/** A word that stretches any element. */
const LONG_WORD = 'Rendition-of-the-compressor-station-and-gathering-system-number-four-hundred'

/** Texts that stretch a table: every status, a long word, a long name, no description at all. */
const DIFFICULT = [
  { StatusID: 1, Status: 'New' },
  { StatusID: 3, Status: 'Needs More Info', Description: LONG_WORD, FileName: `${LONG_WORD}.pdf` },
  { StatusID: 4, Status: 'Completed', Description: '' },
  { StatusID: 2, Status: 'In Progress', AttachmentCategoryID: 4, AttachmentTypeID: 28 },
]

async function openDifficult(page: Page): Promise<void> {
  await page.route(LIST_CALL, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { files: object[] }
    const files = DIFFICULT.map((fields, at) => ({ ...answer.files[at], ...fields }))
    await route.fulfill({ response, json: { ...answer, files, totalPages: 26, total: 1260 } })
  })
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(DIFFICULT.length)
  await expect(documentsScreen(page).pager).toBeVisible()
}

async function openRefusedDelete(page: Page): Promise<void> {
  const error = 'Unauthorized to delete this file.'
  await page.route(/\/uploads\/\d+$/u, (route) => route.fulfill({ status: 403, json: { error } }))
  await openShortList(page)
  await page
    .getByRole('button', { name: /^Delete file/u })
    .first()
    .click()
  await page.getByRole('button', { name: 'Yes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: error })
  await notice.getByRole('button', { name: 'Dismiss' }).focus()
}

async function openUploading(page: Page): Promise<void> {
  const { submit } = uploadScreen(page)
  await page.route(UPLOAD_CALL, () => {})
  await chooseFiles(page, [fileOf(`${LONG_WORD}.pdf`, SAMPLE_FILES.pdf)])
  await submit.click()
  await expect(submit).toHaveText('Uploading...')
}

/** Screens with difficult content, with a refusal, and in the middle of their work. */
export const DIFFICULT_SCREENS: readonly Screen[] = [
  {
    name: 'menu',
    widths: [WIDTH.phone, 320],
    open: async (page) => {
      await openAt(page, '/landing')
      await frame(page).menuButton.click()
      await expect(frame(page).overlay).toBeVisible()
    },
  },
  { name: 'documents-difficult', open: openDifficult },
  { name: 'delete-refused', open: openRefusedDelete },
  {
    name: 'edit-invalid',
    open: async (page) => {
      const { description, save } = editDialog(page)
      await openEdit(page)
      await description.fill('')
      await save.click()
      await expect(description).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'edit-question',
    open: async (page) => {
      await openEdit(page)
      await editDialog(page).description.fill(LONG_WORD)
      await page.keyboard.press('Escape')
      await expect(editDialog(page).question).toBeVisible()
    },
  },
  {
    name: 'upload-refused',
    open: async (page) => {
      const { submit, input, problem } = uploadScreen(page)
      await openAt(page, '/add')
      await submit.click()
      await input.setInputFiles([
        fileOf(`${LONG_WORD}.pdf`, SAMPLE_FILES.pdf),
        fileOf('notes.txt', Buffer.from('text')),
      ])
      await expect(problem.filter({ hasText: 'notes.txt' })).toBeVisible()
    },
  },
  { name: 'upload-running', isHeld: true, open: openUploading },
  {
    name: 'upload-leave',
    isHeld: true,
    open: async (page) => {
      await openUploading(page)
      await page.getByRole('link', { name: 'Documents', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'upload-receipt',
    open: async (page) => {
      const { county, submit, succeeded } = uploadScreen(page)
      await page.goto('/add')
      await fillFields(page)
      await county.selectOption({ index: 1 })
      await uploadScreen(page).input.setInputFiles([fileOf(`${LONG_WORD}.pdf`, SAMPLE_FILES.pdf)])
      await submit.click()
      await expect(succeeded).toBeVisible()
    },
  },
  {
    name: 'screen-failed',
    open: async (page) => {
      await page.route(LIST_CALL, (route) =>
        route.fulfill({ json: { files: [null], total: 1, totalPages: 1 } }),
      )
      await page.goto('/home')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    },
  },
  {
    name: 'people-busy',
    isHeld: true,
    open: async (page) => {
      await openAt(page, '/admin/people')
      const table = page.getByRole('table', { name: 'People' })
      await expect(table).toHaveAttribute('aria-busy', 'false')
      await page.route(/\/api\/admin\/people\?/u, () => {})
      await peopleScreen(page).search.fill('midland')
      await expect(table).toHaveAttribute('aria-busy', 'true')
    },
  },
]
