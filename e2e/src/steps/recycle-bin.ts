import type { Page } from '@playwright/test'
import type { NewDocument, Records } from '../browser/records.ts'

/** The recycle bin, as people see and hear it. */
export function recycleBinScreen(page: Page) {
  const section = page.getByRole('region', { name: 'Deleted files' })
  const table = section.getByRole('table', { name: 'Recycle Bin' })
  const rows = table.locator('tbody').getByRole('row')
  const question = page.getByRole('alertdialog')
  return {
    section,
    table,
    rows,
    /** The ids of the rows on screen, from the top. */
    fileIds: rows.getByRole('rowheader'),
    row: (fileId: number) =>
      rows.filter({ has: page.getByRole('rowheader', { name: String(fileId), exact: true }) }),
    restoreButton: (fileId: number) =>
      page.getByRole('button', { name: `Restore file ${fileId}`, exact: true }),
    deleteButton: (fileId: number) =>
      page.getByRole('button', { name: `Permanently delete file ${fileId}`, exact: true }),
    box: (fileId: number) => page.getByRole('checkbox', { name: `Select file ${fileId}`, exact: true }),
    boxes: rows.getByRole('checkbox'),
    bulk: {
      toggle: page.getByRole('button', { name: 'Bulk Delete', exact: true }),
      selectAll: page.getByRole('checkbox', { name: 'Select all', exact: true }),
      count: (selected: number) => page.getByText(`${selected} selected`, { exact: true }),
      cancel: page.getByRole('button', { name: 'Cancel', exact: true }),
      deleteSelected: page.getByRole('button', { name: 'Delete Selected', exact: true }),
    },
    question,
    yes: question.getByRole('button', { name: 'Yes' }),
    no: question.getByRole('button', { name: 'No' }),
    /** The status banner with this text. */
    banner: (text: string) =>
      page
        .locator('[role="status"], [role="alert"]')
        .filter({ hasText: text })
        .filter({ has: page.locator('svg') }),
    empty: section.getByText('Recycle Bin is empty.', { exact: true }),
    loading: section.getByText('Loading deleted files...', { exact: true }),
    failed: section.getByRole('alert'),
  }
}

export const BIN_CALL = '**/api/files/uploads/recyclebin'
export const BULK_CALL = '**/api/files/uploads/bulk'
export const RESTORE_CALL = '**/api/files/uploads/*/restore'
export const PERMANENT_CALL = '**/api/files/uploads/*/permanent'

/** Adds documents that their uploader deleted, in this order. Returns their file ids. */
export async function addToBin(records: Records, documents: readonly NewDocument[]): Promise<number[]> {
  const ids = await records.addDocuments(documents)
  await records.run(
    `UPDATE document SET deleted_at = '2026-07-04T12:00:00Z'::timestamptz + id * interval '1 second', deleted_by = uploaded_by
     WHERE id = ANY ($1)`,
    [ids],
  )
  return ids
}
