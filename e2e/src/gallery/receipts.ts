import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openAt, openReceipt } from './steps.ts'

/** Shows the receipt of an upload as a page, and returns its number. */
async function openReceiptPage(page: Page): Promise<string> {
  await openReceipt(page)
  await page.getByRole('link', { name: /^Open receipt R-/u }).click()
  await expect(page.getByRole('table', { name: 'Received files' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function openVerdict(page: Page, codeOf: (code: string) => string): Promise<void> {
  const number = await openReceiptPage(page)
  const answer = await page.request.get(`/api/receipts/${number}`)
  const { CheckCode } = (await answer.json()) as { CheckCode: string }
  await openAt(page, '/receipts')
  await page.getByLabel('Receipt number').fill(number)
  await page.getByLabel('Check code').fill(codeOf(CheckCode))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^This receipt is genuine|^No matching receipt was found/u)).toBeVisible()
}

/** The screens of receipts. */
export const RECEIPTS: readonly Screen[] = [
  {
    name: 'receipt',
    // No description is cut.
    hasTallRows: true,
    open: async (page) => {
      await openReceiptPage(page)
    },
  },
  { name: 'receipt-missing', open: (page) => openAt(page, '/receipts/R-2026-0000-0000') },
  { name: 'receipt-verify', open: (page) => openAt(page, '/receipts') },
  { name: 'receipt-genuine', hasTallRows: true, open: (page) => openVerdict(page, (code) => code) },
  { name: 'receipt-forged', open: (page) => openVerdict(page, () => '0000-0000-0000-0000-0000') },
]
