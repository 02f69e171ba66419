import type { Locator, Page } from '@playwright/test'
import { type Desk, expect } from '../browser/fixtures.ts'
import { documentsScreen } from './documents.ts'
import type { Look } from './eyes.ts'

export const LOOKS: readonly Look[] = [
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 768 },
  { colorScheme: 'light', width: 1024 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 1920 },
]

/** Opens the documents of the desk's county, and waits for so many rows. */
export async function openList(page: Page, { county }: Desk, rows: number): Promise<void> {
  await page.goto(`/home?county=${county.CountyID}`)
  await expect(documentsScreen(page).rows).toHaveCount(rows)
}

/** Each is a minute older than the previous one, so that the list keeps their order. */
export function minutesBefore(minute: number): Date {
  return new Date(Date.parse('2026-06-01T12:00:00Z') - minute * 60_000)
}

/** The boxes of the list, the bar for the selected files, and its dialogs. */
export function selectionParts(page: Page) {
  const bar = page.getByRole('region', { name: 'Selected files' })
  const dialog = page.getByRole('dialog')
  return {
    bar,
    /** What the bar says. */
    says: bar.getByRole('status'),
    box: (fileId: number) => page.getByRole('checkbox', { name: `Select file ${fileId}`, exact: true }),
    boxes: page.getByRole('checkbox', { name: /^Select file/u }),
    pageBox: page.getByRole('checkbox', { name: 'Select all on this page' }),
    clear: bar.getByRole('button', { name: 'Clear' }),
    more: bar.getByRole('button', { name: /^Select /u }),
    setStatus: bar.getByRole('button', { name: 'Set status' }),
    status: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    change: bar.getByRole('button', { name: 'Change…' }),
    download: bar.getByRole('button', { name: 'Download' }),
    move: bar.getByRole('button', { name: 'Move to Recycle Bin' }),
    dialog,
    preview: dialog.getByRole('region', { name: 'Preview' }),
    /** What the ZIP file of *Download* has. */
    contents: dialog.getByRole('region', { name: 'ZIP file' }),
    /** The button that starts the change, once its preview has this number. */
    start: (text: string): Locator =>
      dialog.getByRole('button', { name: text, exact: true, disabled: false }),
    notice: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
    runLink: page.getByRole('link', { name: /^Run \d+$/u }),
  }
}

export const PREVIEW_CALL = '**/api/runs/preview'
export const START_CALL = '**/api/runs'
