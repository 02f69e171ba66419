import { expect, type Page } from '@playwright/test'

/** The counties screen, as people see and hear it. */
export function countiesScreen(page: Page) {
  const dialog = page.getByRole('dialog')
  const rows = page.getByRole('table', { name: 'Counties' }).getByRole('row')
  const row = (name: string) => rows.filter({ hasText: name })
  return {
    search: page.getByLabel('Search by name or number'),
    add: page.getByRole('button', { name: 'Add a county' }),
    dialog,
    field: (name: string) => dialog.getByLabel(name, { exact: true }),
    act: (name: string) => dialog.getByRole('button', { name, exact: true }),
    rows,
    row,
    /** The text of a column for one county. */
    cell: (name: string, column: string) => row(name).locator(`[data-label="${column}"]`),
    openButton: (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true }),
    /** The answer to a question. */
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
    undo: page.getByRole('button', { name: 'Undo' }),
  }
}

/** Lists the counties whose name or number has this text. */
export async function findCounties(page: Page, text: string): Promise<void> {
  // By the address bar: with typing, the rows would move during a click.
  await page.goto(`/admin/counties?search=${encodeURIComponent(text)}`)
  await expect(countiesScreen(page).rows.nth(1)).toBeVisible()
}
