import type { Locator, Page } from '@playwright/test'
import { type Desk, expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'

const NAME = 'Villarreal compressor station and plant.pdf'
const DESCRIPTION =
  'Renditions of the Villarreal lease near Mentone, compressors, separators, dehydrators, flowlines and meters, replaces the earlier copy'

/** A document, and the search that finds it. */
type Found = { readonly fileId: number; readonly address: string }

/** Uploads a document as the clerk of the desk, and waits until a search of the county finds it. */
async function uploadAndFind(page: Page, { county }: Desk, word: string): Promise<Found> {
  const { FileID } = await uploadAs(page.request, {
    name: NAME,
    content: SAMPLE_FILES.pdf,
    description: DESCRIPTION,
  })
  const list = `county=${county.CountyID}&q=${word}`
  const total = async () => {
    const answer = await page.request.get(`/api/files/uploads?page=1&pageSize=50&q=${word}`)
    return ((await answer.json()) as { total: number }).total
  }
  await expect.poll(total, { timeout: 60_000 }).toBe(1)
  return { fileId: FileID, address: `/home?${list}` }
}

const isCut = (element: Locator) => element.evaluate((each) => each.scrollWidth > each.clientWidth)

/** The part of a description cell that has this text. */
const partOf = (page: Page, text: string | RegExp) =>
  page.locator('tbody [data-column="description"] > span > span').filter({ hasText: text }).first()

test('R7.142 printed results have every column, and the file name is above the description', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { table } = documentsScreen(page)
  await signIn(page, desk.clerk)
  const { address } = await uploadAndFind(page, desk, 'mentone')
  await signIn(page, people.administrator)
  await page.goto(address)
  await expect(page.locator('mark').first()).toBeVisible()
  // A Letter page without its margins.
  await setWidth(page, 739)
  await page.emulateMedia({ media: 'print' })
  await page.settled({ only: 'paint' })
  await expectNoSidewaysScroll(page)
  for (const name of ['County', 'Status'])
    await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  const [name, description] = await Promise.all([
    boxes(partOf(page, NAME)),
    boxes(partOf(page, /^Renditions|^$/u)),
  ])
  expect(description[0]?.top).toBeGreaterThanOrEqual(name[0]?.bottom ?? Infinity)
  await expect(page.getByLabel('Sort')).toBeHidden()
})

test('R7.143 R7.144 R7.168 a name and its hit can be read in narrow windows', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { rows } = documentsScreen(page)
  await signIn(page, desk.clerk)
  const { fileId, address } = await uploadAndFind(page, desk, 'mentone')
  await signIn(page, people.administrator)
  for (const [width, query] of [
    [1024, ''],
    [1140, ''],
    [1280, `&view=${fileId}`],
  ] as const) {
    await test.step(`R7.143 at ${width} pixels they are below the other values`, async () => {
      await setWidth(page, width)
      await page.goto(address + query)
      const hit = page.locator('mark').first()
      await expect(hit).toBeInViewport({ ratio: 1 })
      expect(await isCut(partOf(page, NAME)), 'the name is cut').toBe(false)
      const values = rows.locator('td:is([data-column="user"], [data-column="type"]) > span')
      const [[name], above, [row], [status]] = await Promise.all([
        boxes(partOf(page, NAME)),
        boxes(values),
        boxes(rows.last()),
        boxes(rows.locator('[data-column="status"] > span')),
      ])
      const lowest = Math.max(...above.map(({ bottom }) => bottom))
      expect(name?.top).toBeGreaterThanOrEqual(lowest - 1)
      expect((row?.bottom ?? 0) - (row?.top ?? 0)).toBeLessThanOrEqual(69)
      const [about] = await boxes(page.locator('tbody [data-column="description"] > span'))
      expect(about?.bottom).toBeLessThanOrEqual(row?.bottom ?? 0)
      expect(about?.right).toBeLessThanOrEqual(status?.left ?? 0)
      const heading = page.locator('thead [aria-hidden]').getByText('Description')
      const isOnTop = await heading.evaluate((text) => {
        const { left, right, top, height } = text.getBoundingClientRect()
        return [left + 1, right - 1].every((x) =>
          text.parentElement?.contains(document.elementFromPoint(x, top + height / 2)),
        )
      })
      expect(isOnTop, 'R7.168 the heading of the description can be read').toBe(true)
      await expectNoSidewaysScroll(page)
    })
  }
  for (const width of [320, 390]) {
    await test.step(`R7.144 at ${width} pixels the type comes before the category`, async () => {
      await setWidth(page, width)
      await page.goto(address)
      await expect(page.locator('mark').first()).toBeVisible()
      await page.settled()
      const [[type], [category]] = await Promise.all([
        boxes(rows.locator('[data-column="type"]')),
        boxes(rows.locator('[data-column="category"]')),
      ])
      expect(type?.right).toBeLessThanOrEqual(category?.left ?? 0)
      expect(await isCut(rows.locator('[data-column="type"]'))).toBe(false)
    })
  }
})

test('R7.144 on a phone no separator precedes an empty description', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, description: '' },
    { county: desk.county, uploadedBy: desk.clerk, description: 'Gas plant' },
  ])
  await signIn(page, desk.clerk)
  await setWidth(page, 390)
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(2)
  const separators = await page
    .locator('tbody [data-column="description"] > span > span:has([data-whole])')
    .evaluateAll((all) =>
      all.map((each) => `${each.textContent}: ${getComputedStyle(each, '::before').content}`),
    )
  expect(new Set(separators)).toEqual(new Set([': none', 'Gas plant: "· "']))
})

test('R15.51 R7.145 a corrected word is marked in the results, and Sort is beside the filters', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await uploadAndFind(page, desk, 'villarreal')
  await page.goto('/home?q=villareal+mentnoe')
  await expect(page.getByText('No file contains “villareal mentnoe”.')).toBeVisible()
  await expect(page.locator('tbody mark').first()).toHaveText(/^villarreal$/iu)
  await test.step('R7.145 the filters have it at every width', async () => {
    const sort = page.getByRole('region', { name: 'Filters' }).getByLabel('Sort')
    for (const width of [320, 390, 768, 1440]) {
      await setWidth(page, width)
      await expect(sort).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
    }
    await sort.selectOption('Best match')
    await expect(page).toHaveURL(/order=best/u)
  })
})

test('R7.141 the tab of the current view is in sight on a phone', async ({ page, desk, signIn }) => {
  const view = { audience: 'me', countyId: null, owner: '', isMine: true, mayChange: true, columns: null }
  const views = ['Leases of the season', 'Waiting for an answer', 'My desk, and my colleagues too'].map(
    (name, index) => ({ ...view, id: index + 1, name, query: `status=${index + 1}` }),
  )
  await page.route('**/api/views', (route) =>
    route.fulfill({ json: { views, defaultViewId: null, columns: null } }),
  )
  await signIn(page, desk.clerk)
  const tabs = page.getByRole('navigation', { name: 'Views' })
  for (const width of [320, 390, 768]) {
    await setWidth(page, width)
    await page.goto('/home?status=3&saved=3')
    const current = tabs.getByRole('link', { name: /^My desk/u })
    await expect(current).toHaveAttribute('aria-current', 'page')
    await expect(current).toBeInViewport({ ratio: 1 })
    await page.goto('/home')
    await expect(tabs.getByRole('link', { name: 'All documents' })).toBeInViewport({ ratio: 1 })
  }
})
