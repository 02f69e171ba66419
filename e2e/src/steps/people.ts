import { expect, type Page } from '@playwright/test'
import type { County } from '../browser/portal.ts'

/** The people screen, as people see and hear it. */
export function peopleScreen(page: Page) {
  const dialog = page.getByRole('dialog')
  const row = (address: string) => page.getByRole('row').filter({ hasText: address })
  const search = page.getByLabel('Search by address or name')
  return {
    search,
    dialog,
    row,
    /** The text of a column for one person. */
    cell: (address: string, column: string) => row(address).locator(`[data-label="${column}"]`),
    openButton: (address: string) => page.getByRole('button', { name: `Open ${address}`, exact: true }),
    invite: page.getByRole('button', { name: 'Invite people' }),
    addresses: dialog.getByLabel('Addresses'),
    send: dialog.getByRole('button', { name: 'Invite', exact: true }),
    verdicts: dialog.getByRole('listitem'),
    close: dialog.getByRole('button', { name: 'Close' }).last(),
    act: (name: string) => dialog.getByRole('button', { name, exact: true }),
    county: ({ Name }: County) => dialog.getByLabel(Name, { exact: true }),
    /** The answer to a question. */
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
    undo: page.getByRole('button', { name: 'Undo' }),
    done: (text: string) => page.getByRole('status').filter({ hasText: text }),
  }
}

/** Lists one person. The signed-in person must have the screen. */
export async function findPerson(page: Page, address: string): Promise<void> {
  // By the address bar: with typing, the row would move during a click.
  await page.goto(`/admin/people?search=${encodeURIComponent(address)}`)
  await expect(peopleScreen(page).row(address)).toBeVisible()
}

/** Finds a person and opens their dialog. */
export async function openPerson(page: Page, address: string): Promise<void> {
  await findPerson(page, address)
  await peopleScreen(page).openButton(address).click()
}
