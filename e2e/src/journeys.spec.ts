import type { Page } from '@playwright/test'
import { type Desk, expect } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { countedHand } from './steps/counted-hand.ts'
import { documentsScreen } from './steps/documents.ts'
import { linkedParties, test } from './steps/linking.ts'
import { BATCH, queueScreen, smallFiles } from './steps/queue.ts'
import { storeText, suggestedBar, textOfBoth } from './steps/suggestions.ts'

const openedFile = (page: Page) => new URL(page.url()).searchParams.get('view')
const searchField = (page: Page) => page.getByRole('combobox', { name: /^Search documents/u })
const searchResults = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const preview = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

/** Three filings of one owner. The index has them once this returns. */
async function addFilings(records: Records, { county, clerk }: Desk, page: Page): Promise<number> {
  const own = { county, uploadedBy: clerk, description: 'Filing' }
  const ids = await records.addDocuments([
    { ...own, fileName: 'a.pdf', uploadedAt: new Date('2024-04-15T15:00:00Z'), statusId: 2 },
    { ...own, fileName: 'b.pdf', uploadedAt: new Date('2024-04-16T15:00:00Z'), statusId: 2, typeId: 2 },
    { ...own, fileName: 'c.pdf', uploadedAt: new Date('2025-04-15T15:00:00Z'), statusId: 2 },
  ])
  await records.run(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, linked_at, linked_by)
     SELECT d, $2, 1, now(), (SELECT min(id) FROM account) FROM unnest($1::integer[]) AS d`,
    [ids, county.CountyID * 1000 + 1],
  )
  await records.run(
    `WITH queued AS (INSERT INTO document_to_index (document_id) SELECT unnest($1::integer[]))
     INSERT INTO job (kind, payload, run_at) VALUES ('index-changed-names', '{}', now())`,
    [ids],
  )
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/files/uploads?q=owner:mesa')
      return ((await answer.json()) as { files: unknown[] }).files.length
    })
    .toBe(3)
  return ids[0] ?? 0
}

test('R15.31 a rendition of 2024 is found by a part of its owner and opened with one click', async ({
  page,
  desk,
  parties: _parties,
  records,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const fileId = await addFilings(records, desk, page)
  const hand = countedHand(page)
  await page.goto('/landing')
  await expect(searchField(page)).toBeVisible()
  await hand.press('/')
  await hand.type('mesa type:rendition 2024')
  await hand.press('Enter')
  await hand.click(documentsScreen(page).row(fileId).locator('[data-label="Description"]'))
  await expect(preview(page, 'a.pdf')).toBeVisible()
  await expect(documentsScreen(page).rows).toHaveCount(1)
  expect(hand.clicks()).toBeLessThanOrEqual(2)
})

test('R19.14 each of many documents gets owner, agent and Completed with two keys', async ({
  page,
  desk,
  people,
  parties,
  records,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const text = await textOfBoth(records, desk, parties)
  const ids = await records.addDocuments(
    Array.from({ length: 5 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  for (const id of ids) await storeText(records, id, text)
  await signIn(page, people.administrator)
  const hand = countedHand(page)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await hand.click(
    documentsScreen(page)
      .row(ids.at(-1) ?? 0)
      .locator('[data-label="Description"]'),
  )
  const both = suggestedBar(page).getByRole('button', { name: /^Accept 2/u })
  for (const id of ids.toReversed()) {
    await expect.poll(() => openedFile(page)).toBe(String(id))
    await expect(both).toBeVisible()
    await hand.press('Shift+L')
    await hand.press('c')
  }
  await expect(documentsScreen(page).rows.filter({ hasText: 'Completed' })).toHaveCount(5)
  // One click opens the first: 41 for twenty documents.
  expect(hand.all()).toBe(1 + 2 * ids.length)
  for (const part of ['owners', 'agents'] as const)
    expect(await Promise.all(ids.map((id) => linkedParties(page, id, part)))).toEqual(
      ids.map(() => [expect.anything()]),
    )
})

test('R3.53 forty scans of four types, named by type and owner, are uploaded with at most 120 clicks and keys', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const first = desk.county.CountyID * 1000 + 100
  const numbers = Array.from({ length: 40 }, (_, index) => first + index)
  await records.run(
    `INSERT INTO organization SELECT n, 'Basin Operator ' || n FROM unnest($1::integer[]) AS n`,
    [numbers],
  )
  await records.run(
    `INSERT INTO county_organization SELECT $2, n, 'BASIN ' || n FROM unnest($1::integer[]) AS n`,
    [numbers, desk.county.CountyID],
  )
  await records.run(
    `INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name)
     SELECT $2, 2026, n, 'BASIN ' || n FROM unnest($1::integer[]) AS n`,
    [numbers, desk.county.CountyID],
  )
  await signIn(page, await records.addUser({ county: desk.county, role: 'staff' }))
  const types = ['rendition', 'extension request', 'asset list', 'depreciation schedule']
  const scans = smallFiles(40, (number) => `${types[number % 4]} ${numbers[number - 1]} 2026.pdf`)
  const { input, category, chip, submit, succeeded } = queueScreen(page)
  const hand = countedHand(page)
  await page.goto(BATCH)
  // The dialog of the system is not part of the page.
  await hand.press('f')
  await input.setInputFiles(scans)
  await hand.choose(category, 'Industrial')
  const fillAll = page.getByRole('button', { name: 'Fill in all 40' })
  await hand.click(fillAll)
  await expect(chip('Ready')).toHaveText('Ready 40')
  await hand.click(submit)
  await expect(succeeded).toBeVisible()
  expect(hand.all()).toBeLessThanOrEqual(120)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('R15.31 a document is found and opened with at most four taps', async ({
    page,
    desk,
    parties: _parties,
    records,
    signIn,
  }) => {
    await signIn(page, desk.clerk)
    const fileId = await addFilings(records, desk, page)
    const hand = countedHand(page)
    await page.goto('/landing')
    await hand.tap(searchField(page))
    await hand.type('mesa 2025')
    await hand.tap(searchResults(page).getByRole('option', { name: /c\.pdf/u }))
    await hand.tap(
      documentsScreen(page)
        .row(fileId + 2)
        .locator('[data-label="Description"]'),
    )
    await expect(preview(page, 'c.pdf')).toBeVisible()
    expect(hand.clicks()).toBeLessThanOrEqual(4)
  })
})
