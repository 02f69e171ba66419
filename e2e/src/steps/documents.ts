import type { Page } from '@playwright/test'

/** The documents list, as people see and hear it. */
export function documentsScreen(page: Page) {
  const section = page.getByRole('region', { name: 'Documents list' })
  const table = section.getByRole('table', { name: 'Documents' })
  const rows = table.locator('tbody').getByRole('row')
  const filters = page.getByRole('region', { name: 'Filters' })
  const pager = page.getByRole('navigation', { name: 'Pages' })
  return {
    section,
    table,
    rows,
    /** The ids of the rows on screen, from the top. */
    fileIds: rows.getByRole('rowheader'),
    row: (fileId: number) =>
      rows.filter({ has: page.getByRole('rowheader', { name: String(fileId), exact: true }) }),
    /** The texts of a column, from the top. */
    column: (name: string) => rows.locator(`[data-label="${name}"]`),
    filters: {
      toggle: filters.getByRole('button', { name: 'Add Filters' }),
      category: filters.getByLabel('Category'),
      type: filters.getByLabel('Type'),
      status: filters.getByLabel('Status'),
      county: filters.getByLabel('County'),
      apply: filters.getByRole('button', { name: 'Apply' }),
      clear: filters.getByRole('button', { name: 'Clear' }),
      refresh: filters.getByRole('button', { name: 'Refresh' }),
    },
    pager,
    pages: pager.locator('li'),
    goTo: (number: number) => pager.getByRole('button', { name: `Page ${number}`, exact: true }).click(),
    deleteButton: (fileId: number) =>
      page.getByRole('button', { name: `Delete file ${fileId}`, exact: true }),
    editButton: (fileId: number) => page.getByRole('button', { name: `Edit file ${fileId}`, exact: true }),
    /** On a phone: opens the list of all actions of a row. */
    menuButton: (fileId: number) =>
      page.getByRole('button', { name: `Actions for file ${fileId}`, exact: true }),
    menu: (fileId: number) => page.getByRole('dialog', { name: `File ${fileId}`, exact: true }),
    viewLink: (fileId: number) => page.getByRole('link', { name: new RegExp(`^View file ${fileId},`, 'u') }),
    question: page.getByRole('alertdialog'),
    empty: section.getByText('No records found', { exact: true }),
    loading: section.getByText('Loading records...', { exact: true }),
    failed: section.getByRole('alert'),
  }
}

/** The texts of a column in alphabetical order. Its names load a moment after their rows. */
export async function sortedColumn(page: Page, name: string): Promise<string[]> {
  return (await documentsScreen(page).column(name).allTextContents()).toSorted()
}

/** The list's own call, as a pattern of addresses. */
export const LIST_CALL = '**/api/files/uploads?*'
