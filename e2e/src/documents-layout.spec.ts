import { type Desk, expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { boxes, expectControlsInTheirBoxes, expectOneHeight, expectOneLeftEdge } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { frame, setWidth } from './steps/frame.ts'

const HEAD_HEIGHT = 38
/** Two lines of text. */
const ROW_HEIGHT = 49
/** Three lines of text on a phone, ten rows in a window of 844 pixels below its bar. */
const PHONE_ROW_HEIGHT = 78
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
  test(`R7.15 at ${width} pixels, administrators see every column and rows of two lines`, async ({
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
    expect(await expectOneHeight(table.locator('thead').getByRole('row'))).toBeLessThanOrEqual(
      HEAD_HEIGHT + 1,
    )
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

  // ArrowUp moves up, and each row scrolls clear of the headings.
  await deleteButton(Number(await fileIds.last().textContent())).focus()
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press('ArrowUp')
    const [[focused], [under]] = await Promise.all([boxes(page.locator(':focus')), boxes(head)])
    expect(focused?.top, focused?.name).toBeGreaterThanOrEqual(under?.bottom ?? 0)
  }
})

test('R7.125 the headings of chosen columns cover no row', async ({ page, desk, records, signIn }) => {
  const { table, rows } = documentsScreen(page)
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await setWidth(page, 1440)
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('region', { name: 'Columns' }).getByRole('checkbox', { name: 'File name' }).click()
  const head = table.getByRole('columnheader', { name: 'File name' })
  await expect(head).toBeVisible()
  const [[heading], [row]] = await Promise.all([boxes(head), boxes(rows)])
  expect(row?.top).toBeGreaterThanOrEqual(heading?.bottom ?? 0)
})

for (const width of [768, 1000]) {
  test(`R7.33 at ${width} pixels the rows have three lines, all of one height, with the buttons of the row`, async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { rows, fileIds, goTo, editButton, viewLink, deleteButton } = documentsScreen(page)
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
    await expectOneLeftEdge(rows)
    const id = Number(await fileIds.first().textContent())
    for (const control of [editButton(id), viewLink(id), deleteButton(id)]) {
      await expect(control).toBeVisible()
    }
    await expectControlsInTheirBoxes(page)
    await expectNoSidewaysScroll(page)
  })
}

for (const width of [320, 360, 390, 560]) {
  test(`R7.33 at ${width} pixels a row has three lines and one button of 44 pixels, which opens all of its values`, async ({
    page,
    desk,
    people,
    records,
    signIn,
    axeClean,
  }) => {
    const { rows, fileIds, filters } = documentsScreen(page)
    await addTwoPages(records, desk)
    await setWidth(page, width, 844)
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}&page=2`)
    await expect(rows).toHaveCount(12)
    await expect(filters.category).toBeVisible()
    await page.settled()
    expect(await expectOneHeight(rows)).toBe(PHONE_ROW_HEIGHT)
    await expectOneLeftEdge(rows)
    await expectControlsInTheirBoxes(page)
    await expectNoSidewaysScroll(page)

    const id = Number(await fileIds.first().textContent())
    const actions = page.getByRole('button', { name: `Actions for file ${id}`, exact: true })
    const box = await actions.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await actions.click()
    const dialog = page.getByRole('dialog', { name: `File ${id}`, exact: true })
    for (const value of [
      'rendition-',
      'receivables.department.',
      'Business Personal Property',
      desk.county.Name,
    ]) {
      await expect(dialog).toContainText(value)
    }
    const targets = await dialog
      .getByRole('listitem')
      .locator('a, button')
      .evaluateAll((all) => all.map((target) => [target.textContent, target.getBoundingClientRect().height]))
    expect(targets).toEqual(['Preview', 'View in a new tab', 'Edit', 'Delete'].map((name) => [name, 44]))
    await axeClean(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this?')
  })
}

test('R7.133 from 1600 pixels Add New and the screens of Requests use the whole window', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  for (const path of [
    '/add',
    '/add?batch',
    '/requests/drop-folder',
    '/requests/mailbox',
    '/requests/virus-checks',
  ]) {
    await page.goto(path)
    const main = page.locator('main')
    await expect(main.locator('nav')).toBeVisible()
    for (const [width, used] of [
      [1920, 1920],
      [1599, 1440],
    ] as const) {
      await setWidth(page, width)
      expect((await main.boundingBox())?.width, `${path} at ${width}`).toBe(used)
    }
  }
})

test('R7.120 from 1600 pixels the list uses the whole window, and the preview moves no row up or down', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { table, rows, filters } = documentsScreen(page)
  await addTwoPages(records, desk)
  await signIn(page, desk.clerk)
  await setWidth(page, 1920)
  await page.goto('/home')
  await expect(rows).toHaveCount(50)
  expect((await table.boundingBox())?.width).toBeGreaterThan(1800)
  await setWidth(page, 1440)
  await filters.toggle.click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await rows.nth(5).scrollIntoViewIfNeeded()
  const top = async () => Math.round((await rows.nth(5).boundingBox())?.y ?? 0)
  const before = await top()
  await rows.nth(5).press('Enter')
  const panel = page.locator('[data-panel]')
  await expect(panel).toBeVisible()
  await page.settled()
  expect(await top()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows.nth(5)).toBeFocused()
  expect(await top()).toBe(before)
})

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
