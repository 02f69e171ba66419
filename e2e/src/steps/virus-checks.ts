import type { Page } from '@playwright/test'

/** The virus checks, as people see and hear them. */
export function virusChecksScreen(page: Page) {
  const section = page.getByRole('region', { name: 'Files that were not found clean' })
  const table = section.getByRole('table', { name: 'Virus Checks' })
  const rows = table.locator('tbody').getByRole('row')
  const question = page.getByRole('alertdialog')
  return {
    section,
    table,
    rowOf: (fileName: string) => rows.filter({ hasText: fileName }),
    checkButton: (name: string) => page.getByRole('button', { name: `Check ${name} again`, exact: true }),
    removeButton: (name: string) =>
      page.getByRole('button', { name: `Remove ${name} permanently`, exact: true }),
    question,
    yes: question.getByRole('button', { name: 'Yes' }),
    tabs: page.getByRole('navigation', { name: 'Requests' }),
    banner: (text: string) => page.locator('[role="status"], [role="alert"]').filter({ hasText: text }),
  }
}
