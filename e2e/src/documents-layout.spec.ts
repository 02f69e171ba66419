import { type Desk, expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { boxes, expectControlsInTheirBoxes, expectOneHeight, expectOneLeftEdge } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { frame, setWidth } from './steps/frame.ts'

const ROW_HEIGHT = 38
const LONG_WORD = 'Rendition-of-the-compressor-station-and-gathering-system-number-four-hundred'
const BUSINESS_PERSONAL_PROPERTY = { categoryId: 4, typeId: 28 }

/** Each is a minute older than the previous one, so that the list keeps their order. */
function at(index: number): Date {
  return new Date(Date.parse('2026-12-31T12:00:00Z') - index * 60_000)
}

/** Adds a first page of short texts and a second one of texts that stretch a table, with every status on both. */
async function addTwoPages(records: Records, { county, clerk }: Desk): Promise<void> {
  const long = await records.addUser({
    county,
    email: `receivables.department.${county.CountyID}@appraisal-district.example`,
  })
  await records.addDocuments([
    ...Array.from({ length: 50 }, (_, index) => ({
      county,
      uploadedBy: clerk,
      description: 'Short',
      uploadedAt: at(index),
    })),
    ...Array.from({ length: 12 }, (_, index) => ({
      county,
      uploadedBy: long,
      ...BUSINESS_PERSONAL_PROPERTY,
      statusId: [3, 4, 2][index % 3] ?? 3,
      description:
        index % 2 ? LONG_WORD : 'Compressors, separators, dehydrators, heater-treaters, flowlines, meters',
      uploadedAt: at(50 + index),
    })),
  ])
}

for (const width of [1024, 1180, 1280, 1440]) {
  test(`R7.15 at ${width} pixels, administrators see every column and rows of one line`, async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { table, rows, column, goTo } = documentsScreen(page)
    const heads = table.getByRole('columnheader')
    await addTwoPages(records, desk)
    await setWidth(page, width)
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(rows).toHaveCount(50)
    await page.settled()
    const widths = await boxes(heads)
    expect(widths).toHaveLength(10)
    for (const head of await heads.all()) await expectWhole(head)
    expect(await expectOneHeight(table.locator('thead').getByRole('row'))).toBeLessThanOrEqual(ROW_HEIGHT + 1)
    expect(await expectOneHeight(rows)).toBe(ROW_HEIGHT)
    await goTo(2)
    await expect(rows).toHaveCount(12)
    expect(await expectOneHeight(rows)).toBe(ROW_HEIGHT)
    expect((await boxes(heads)).map(({ left, right }) => [left, right])).toEqual(
      widths.map(({ left, right }) => [left, right]),
    )
    await expectControlsInTheirBoxes(page)
    await expectNoSidewaysScroll(page)
    for (const name of ['File ID', 'Date', 'Status']) await expectWhole(column(name))
    await expect(
      rows.filter({ hasText: LONG_WORD }).first().locator('[data-label="Description"]'),
    ).toHaveAttribute('title', LONG_WORD)
    await expectOneLeftEdge(rows.getByRole('button', { name: /^Edit file/u }))
  })
}

/** Expects that no cell is cut. */
async function expectWhole(cells: ReturnType<ReturnType<typeof documentsScreen>['column']>): Promise<void> {
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cut, 'cells that are cut').toEqual([])
}

test('R7.16 the headings stick below the bar, and do not cover the focus', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { table, rows, deleteButton, fileIds } = documentsScreen(page)
  await addTwoPages(records, desk)
  await setWidth(page, 1024, 600)
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(rows).toHaveCount(50)
  await rows.last().scrollIntoViewIfNeeded()
  const [bar] = await boxes(page.getByRole('banner'))
  const head = table.getByRole('columnheader', { name: 'Status' })
  await expect
    .poll(async () => Math.round((await boxes(head))[0]?.top ?? 0))
    .toBe(Math.round(bar?.bottom ?? -1))
  await expect(frame(page).row).toBeVisible()

  // Shift+Tab moves up, and each stop scrolls clear of the headings.
  await deleteButton(Number(await fileIds.last().textContent())).focus()
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press('Shift+Tab')
    const [[focused], [under]] = await Promise.all([boxes(page.locator(':focus')), boxes(head)])
    expect(focused?.top, focused?.name).toBeGreaterThanOrEqual(under?.bottom ?? 0)
  }
})

for (const width of [560, 768, 1000]) {
  test(`R7.33 at ${width} pixels the rows are cards in two columns, all of one height`, async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { rows, goTo } = documentsScreen(page)
    await addTwoPages(records, desk)
    await setWidth(page, width)
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(rows).toHaveCount(50)
    await page.settled()
    const height = await expectOneHeight(rows)
    await goTo(2)
    await expect(rows).toHaveCount(12)
    expect(await expectOneHeight(rows)).toBe(height)
    expect(new Set((await boxes(rows)).map(({ left }) => Math.round(left))).size).toBe(2)
    await expectControlsInTheirBoxes(page)
    await expectNoSidewaysScroll(page)
  })
}

for (const width of [320, 360]) {
  test(`R7.33 at ${width} pixels the rows are cards below each other, with nothing cut`, async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { rows, column, filters } = documentsScreen(page)
    await addTwoPages(records, desk)
    await setWidth(page, width, 256)
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}&page=2`)
    await expect(rows).toHaveCount(12)
    await expect(filters.category).toBeVisible()
    await page.settled()
    for (const name of ['File ID', 'Date', 'User', 'Category', 'Type', 'Description', 'County', 'Status']) {
      await expectWhole(column(name))
    }
    await expectOneLeftEdge(rows)
    await expectControlsInTheirBoxes(page)
    await expectNoSidewaysScroll(page)
  })
}

test('R7.78 on a printed page an address has room and no word of a type breaks', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const { rows } = documentsScreen(page)
  await addTwoPages(records, desk)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&page=2`)
  await expect(rows).toHaveCount(12)
  // A Letter page without its margins.
  await setWidth(page, 739)
  await page.emulateMedia({ media: 'print' })
  await page.settled({ only: 'paint' })
  await expectNoSidewaysScroll(page)
  const cellOf = (name: string) => rows.first().locator(`[data-label="${name}"]`)
  expect((await cellOf('User').boundingBox())?.width).toBeGreaterThanOrEqual(110)
  const broken = await cellOf('Type').evaluate((cell) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word)
      }
    }
    return words
  })
  expect(broken).toEqual([])
})
