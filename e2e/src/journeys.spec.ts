import type { Locator, Page } from '@playwright/test'
import { type Desk, expect } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { countedHand } from './steps/counted-hand.ts'
import { documentsScreen } from './steps/documents.ts'
import { linkedParties, test } from './steps/linking.ts'
import { minutesBefore, selectionParts } from './steps/selection.ts'
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

/** Keys in the browser's own dialog, outside the page: Ctrl, A and Enter. */
const KEYS_OF_FILE_DIALOG = 3
const SCANS = 40
/** The scans come in the order of a pile, one type after the other: the keys that choose category and type. */
const PILES = [
  ['i', 'Industrial', 'r', 'Rendition'],
  ['i', 'Industrial', 'e', 'Extension Request'],
  ['m', 'Mineral', 'r', 'Rendition'],
  ['m', 'Mineral', 'd', 'Division Order'],
] as const

/** Chooses an option of the focused select by a letter. */
async function chooseByLetter(
  hand: ReturnType<typeof countedHand>,
  select: Locator,
  [key, name]: readonly [string, string],
) {
  await expect(select).toBeFocused()
  await select.locator('option', { hasText: name }).first().waitFor({ state: 'attached' })
  await hand.press(key)
  await expect(select.locator('option:checked')).toHaveText(name)
}

test('R19.15 forty unnamed scans of four types with their owners take at most 120 clicks and keys to Completed', async ({
  page,
  desk,
  parties,
  records,
  signIn,
}) => {
  const { category, type, description, select, row, rows, table, chooseButton, succeeded } = queueScreen(page)
  await signIn(page, await records.addUser({ county: desk.county, role: 'staff' }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  const scans = smallFiles(SCANS, (number) => `scan-${100 + number}.pdf`)
  page.on('filechooser', (chooser) => void chooser.setFiles(scans))
  const hand = countedHand(page)
  await test.step('each pile gets its type at once', async () => {
    await page.goto(BATCH)
    await expect(chooseButton).toBeVisible()
    await page.settled()
    await hand.press('f')
    await expect(table).toHaveAttribute('aria-rowcount', String(SCANS + 1))
    await expect(rows.first()).toBeVisible()
    await hand.press('d')
    await expect(description).toBeFocused()
    await hand.type('Scanned filings')
    await hand.press('Escape')
    for (const [at, [letter, categoryName, letterOfType, typeName]] of PILES.entries()) {
      if (at > 0) await hand.press('n')
      await expect(select(`scan-${101 + at * 10}.pdf`)).toBeFocused()
      await hand.press('Shift+PageDown')
      if (at < PILES.length - 1) await hand.press('Shift+ArrowUp')
      await hand.press('c')
      await chooseByLetter(hand, category, [letter, categoryName])
      await hand.press('Tab')
      await chooseByLetter(hand, type, [letterOfType, typeName])
      await hand.press('Escape')
      await expect(row(`scan-${110 + at * 10}.pdf`)).toContainText('Ready to upload')
    }
    await hand.press('Control+Enter')
    await expect(succeeded).toBeVisible()
  })
  const keysOfUpload = hand.all() + KEYS_OF_FILE_DIALOG
  const text = await textOfBoth(records, desk, parties)
  const uploaded = await page.request.get('/api/files/uploads')
  const { files } = (await uploaded.json()) as { files: { FileID: number }[] }
  const counted = files.slice(0, 5)
  for (const { FileID } of counted) await storeText(records, FileID, text)
  await test.step('each document gets owner, agent and Completed with two keys', async () => {
    await page.goto('/home?view=first')
    const both = suggestedBar(page).getByRole('button', { name: /^Accept 2/u })
    for (const { FileID } of counted) {
      if (FileID !== counted[0]?.FileID) await expect.poll(() => openedFile(page)).toBe(String(FileID))
      await expect(both).toBeVisible()
      await hand.press('Shift+L')
      await hand.press('c')
    }
    await expect(documentsScreen(page).rows.filter({ hasText: 'Completed' })).toHaveCount(counted.length)
  })
  const keysOfDocument = (hand.all() + KEYS_OF_FILE_DIALOG - keysOfUpload) / counted.length
  expect(keysOfDocument).toBe(2)
  // One click opens the first document.
  const all = keysOfUpload + 1 + SCANS * keysOfDocument
  test.info().annotations.push({ type: 'keys', description: String(all) })
  expect(all).toBeLessThanOrEqual(120)
})

test('R19.16 three hundred documents need at most 12 clicks and keys to Completed', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const own = { county: desk.county, uploadedBy: desk.clerk }
  await records.addDocuments(Array.from({ length: 300 }, () => own))
  await signIn(page, people.administrator)
  const hand = countedHand(page)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  const { pageBox, more, setStatus, status, start } = selectionParts(page)
  await hand.click(pageBox)
  await hand.click(more)
  await hand.click(setStatus)
  await hand.click(status('Completed'))
  await expect(start('Change 300 files')).toBeFocused()
  await hand.press('Enter')
  await expect(page.getByText('Finished: 300 of 300 files processed.')).toBeVisible()
  test.info().annotations.push({ type: 'keys', description: String(hand.all()) })
  expect(hand.all()).toBeLessThanOrEqual(12)
})

test('R19.17 forty documents get their four types in at most 20 clicks and keys', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const ids = await records.addDocuments(
    Array.from({ length: 40 }, (_, index) => ({
      county: desk.county,
      uploadedBy: desk.clerk,
      uploadedAt: minutesBefore(index),
    })),
  )
  await signIn(page, people.administrator)
  const hand = countedHand(page)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  const { box, change, dialog, start, notice } = selectionParts(page)
  const types = [
    ['e', 'Extension Request'],
    ['d', 'Depreciation Schedule'],
    ['f', 'Freeport Application'],
    ['i', 'Inventory Report'],
  ] as const
  for (const [at, type] of types.entries()) {
    await hand.click(box(ids[at * 10] ?? 0))
    await page.keyboard.down('Shift')
    await hand.click(box(ids[at * 10 + 9] ?? 0))
    await page.keyboard.up('Shift')
    await hand.click(change)
    await chooseByLetter(hand, dialog.getByLabel('New type'), type)
    await expect(start('Change 10 files')).toBeVisible()
    await hand.press('Enter')
    await expect(notice('10 files changed.')).toBeVisible()
    await expect(documentsScreen(page).column('Type').filter({ hasText: type[1] })).toHaveCount(10)
  }
  test.info().annotations.push({ type: 'keys', description: String(hand.all()) })
  expect(hand.all()).toBeLessThanOrEqual(20)
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
