import type { Page } from '@playwright/test'

/** The menu that exports a list. */
export function exportParts(page: Page) {
  const button = page.getByRole('button', { name: 'Export', exact: true }).first()
  const panel = page.getByRole('region', { name: 'Export', exact: true })
  return {
    button,
    panel,
    format: (name: string) => panel.getByRole('radio', { name }),
    start: panel.getByRole('button', { name: /^Export/u }),
    cancel: panel.getByRole('button', { name: 'Cancel' }),
    says: panel.getByRole('status'),
    problem: panel.getByRole('alert'),
  }
}
