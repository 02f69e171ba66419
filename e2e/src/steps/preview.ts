import type { Page } from '@playwright/test'

/** The preview of a document, beside its list or above it. */
export function previewPanel(page: Page) {
  const panel = page.locator('[data-panel]')
  return {
    panel,
    heading: panel.getByRole('heading', { level: 2 }),
    pages: panel.getByRole('article'),
  }
}
