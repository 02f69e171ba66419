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

/** Sets the status without a question, in the dialog that the key `i` has opened. */
export async function setNeedsMoreInfo(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'What is missing?' })
    .getByRole('button', { name: 'Set Needs More Info' })
    .click()
}
