import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'

/** Pixels of a printed page, as wide as a narrow window. */
const SHEET = 720

/** Shows the page as printed from a machine in dark mode, without its controls. */
async function printed(page: Page): Promise<void> {
  await setWidth(page, SHEET)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.settled({ only: 'paint' })
  await expectNoSidewaysScroll(page)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(246, 248, 249)',
  )
  for (const gone of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation'),
    page.getByRole('main').getByRole('button'),
  ]) {
    for (const each of await gone.all()) await expect(each).toBeHidden()
  }
}

test('the activity is a plain table on paper, with the active filters above it', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await signIn(page, people.administrator)
  await page.goto(`/admin/history?person=${encodeURIComponent(desk.clerk.email)}`)
  const table = page.getByRole('table', { name: 'Activity' })
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await printed(page)
  const widths = await rows.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
  expect(Math.min(...widths), 'no column is shrunk to some letters a line').toBeGreaterThan(70)
  const who = rows.getByRole('rowheader')
  expect((await who.boundingBox())?.width, 'an address has room').toBeGreaterThan(150)
  await expect(table.getByRole('columnheader').first()).toBeVisible()
  expect(await rows.first().evaluate((element) => getComputedStyle(element).display)).toBe('table-row')
  await expect(page.getByLabel('Person (e-mail address)')).toHaveValue(desk.clerk.email)
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
})

test('R7.79 people, jobs and receipts on paper have no empty form and no button; active filters stay', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  for (const [path, field] of [
    ['/admin/people', 'Search by address or name'],
    ['/admin/people', 'Order by'],
    ['/admin/jobs', 'Type'],
    ['/receipts', 'Receipt number'],
    ['/receipts', 'Check code'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await expect(page.getByLabel(field, { exact: true })).toBeVisible()
    await printed(page)
    await expect(page.getByLabel(field, { exact: true })).toBeHidden()
  }
  await page.goto(`/admin/people?search=${encodeURIComponent(desk.clerk.email)}`)
  await expect(page.getByRole('table', { name: 'People' }).locator('tbody tr')).toHaveCount(1)
  await printed(page)
  await expect(page.getByLabel('Search by address or name')).toBeVisible()
  await expect(page.getByLabel('Role')).toBeHidden()
})

test('words on paper stay whole; only texts too long for a column break', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const second = await records.addCounty()
  const email = `${'a'.repeat(60)}-${desk.county.CountyID}@reeves.example`
  await records.addUser({ email, county: desk.county })
  await signIn(page, people.administrator)
  const data = {
    lines: [`words-${desk.county.CountyID}@reeves.example, Representative of the Commissioners`],
    role: 'manager',
    countyIds: [desk.county.CountyID, second.CountyID],
  }
  const answer = await page.context().request.post('/api/admin/people/invitations', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto(`/admin/people?county=${desk.county.CountyID}`)
  const table = page.getByRole('table', { name: 'People' })
  await expect(table).toContainText('Representative of the Commissioners')
  await printed(page)
  expect(await table.locator('tbody').evaluate(brokenWords)).toEqual([])
})

/** Returns the words of at most 24 letters that break across lines. */
function brokenWords(element: Element): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const word of (text.nodeValue ?? '').matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (word[0].length < 25 && lines.size > 1) broken.push(word[0])
    }
  }
  return broken
}

test('the system status prints: the working parts, the warnings, each part', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/state')
  await expect(page.getByText(/^(?:Running(?:, with \d+ warnings?)?)\.$/u)).toBeVisible()
  await printed(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System status')
  await expect(page.getByText(/^(?:Running(?:, with \d+ warnings?)?)\.$/u)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Warnings' })).toBeVisible()
  for (const part of ['Database', 'Document store']) {
    await expect(page.getByRole('region', { name: part })).toBeVisible()
  }
})

test('R9.7 the done files of the drop folder fit on paper, and the filter is plain text', async ({
  page,
  people,
  signIn,
}) => {
  const file = {
    countyID: 1,
    countyName: 'San Augustine',
    fileName: `${'Schedule_of_Assets_'.repeat(4)}2026.pdf`,
    state: 'refused',
    at: '2026-04-15T14:30:00Z',
    reason: 'The file is larger than 50 MB. Ask the sender for smaller files.',
    fileID: null,
    doneAt: '2026-04-16T15:00:00Z',
    doneBy: people.administrator.email,
  }
  const files = [1, 2].map((at) => ({ ...file, droppedFileID: `00000000-0000-4000-8000-00000000000${at}` }))
  await page.route('**/api/drop-folder/files?*', (route) =>
    route.fulfill({ json: { isSetUp: true, open: 0, files, next: null } }),
  )
  await signIn(page, people.administrator)
  await page.goto('/requests/drop-folder?state=done')
  const table = page.getByRole('table', { name: 'Files of the drop folder' })
  await expect(table.locator('tbody tr')).toHaveCount(2)
  await printed(page)
  const columns = table.getByRole('columnheader').filter({ visible: true })
  await expect(columns).toHaveText(['File name', 'County', 'Date', 'Status', 'Reason', 'Done'])
  for (const column of await columns.all()) await expect(column).toBeInViewport({ ratio: 1 })
  const filter = page.getByLabel('Show', { exact: true })
  await expect(filter).toHaveValue('done')
  await expect(filter).toHaveCSS('border-top-width', '0px')
  await expect(filter).toHaveCSS('appearance', 'none')
})
