import { expect, type Page } from '@playwright/test'

const BEGUN = {
  senderKey: null,
  state: 'unfinished',
  categoryId: 1,
  typeId: 1,
  countyId: 1,
  description: '',
  ownerNbr: null,
  relationTypeId: null,
  begunAt: '2026-04-14T14:30:00Z',
  expiresAt: '2026-04-21T14:30:00Z',
  refusal: null,
  file: null,
}

/** One that its sender continues, one that a program continues, and one without any received byte. */
export const UPLOADS = [
  {
    ...BEGUN,
    id: '11111111-1111-4111-8111-111111111111',
    fileName: 'Rendition 2026 of the gas plant near Pecos, with all schedules and maps.pdf',
    size: 48_000_000,
    received: 31_400_000,
    declaredSha256: 'a'.repeat(64),
  },
  {
    ...BEGUN,
    id: '22222222-2222-4222-8222-222222222222',
    fileName: 'export-0412.xlsx',
    size: 900_000,
    received: 262_144,
    declaredSha256: null,
  },
  {
    ...BEGUN,
    id: '33333333-3333-4333-8333-333333333333',
    fileName: 'wells.pdf',
    size: 3_000_000,
    received: 0,
    declaredSha256: 'b'.repeat(64),
  },
]

/** A person's unfinished uploads. One of them did not continue because another file was chosen. */
export async function openUnfinished(page: Page): Promise<void> {
  await page.route('**/api/files/resumable', (route) => route.fulfill({ json: { uploads: UPLOADS } }))
  await page.goto('/add/unfinished')
  await page
    .getByLabel('File of wells.pdf')
    .setInputFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText('other.pdf is another file.')).toBeVisible()
}
