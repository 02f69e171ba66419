import { expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'

test('R16.30 in a low window a document is shown, and the whole preview scrolls', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  const panel = page.locator('[data-panel]')
  for (const [width, height] of [
    [320, 256],
    [320, 225],
    [320, 200],
    [640, 450],
    [844, 390],
    [1280, 450],
  ] as const) {
    await test.step(`in ${width} by ${height} pixels`, async () => {
      await setWidth(page, width, height)
      await page.goto(`/home?view=${FileID}`)
      await expect(panel.getByRole('article')).toBeVisible()
      const edit = panel.getByRole('button', { name: 'Edit' })
      await expect(edit).not.toBeInViewport()
      const pages = panel.locator('section[aria-label^="Pages"] > [tabindex="0"]')
      await pages.scrollIntoViewIfNeeded()
      expect((await pages.boundingBox())?.height).toBeGreaterThanOrEqual(120)
      await edit.scrollIntoViewIfNeeded()
      await expect(edit).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
    })
  }
})

test('R16.31 R7.146 with forced colors the words above a page stay transparent, and the current row has an outline', async ({
  page,
  desk,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  await setWidth(page, 1440)
  await page.goto(`/home?view=${FileID}`)
  const article = page.locator('[data-panel]').getByRole('article')
  await expect(article).toContainText('Delaware')
  await page.locator('[data-panel]').getByRole('searchbox').fill('delaware')
  await page.keyboard.press('Enter')
  for (const word of [article.locator('mark').first(), article.locator('div > span').first()])
    await expect(word).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await expect(documentsScreen(page).row(FileID)).toHaveCSS('outline-style', 'solid')
})

test('R16.29 R16.55 R7.146 the preview names file, county, date and pages in one line, and the list the county', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  const preview = Promise.withResolvers<void>()
  await page.route('**/preview', async (route) => {
    await preview.promise
    await route.continue()
  })
  await setWidth(page, 1440)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
  const panel = page.locator('[data-panel]')
  const line = panel.getByRole('banner').or(panel.locator('header')).locator('p')
  await expect(line).toContainText(`File ${FileID} · ${desk.county.Name} · received `)
  await expect(line).toContainText(/ received [\d/]+ \d{1,2}:\d\d [AP]M/u)
  await expect(panel.locator('dd').filter({ hasText: 'from' })).toContainText(
    /^[\d/]+ \d{1,2}:\d\d [AP]M from /u,
  )
  const before = await line.boundingBox()
  preview.resolve()
  await expect(line).toHaveText(/ · 1 page$/u)
  expect(await line.boundingBox()).toEqual(before)
  for (const width of [1200, 1280, 1440, 1920]) {
    await setWidth(page, width)
    await expect(documentsScreen(page).table.getByRole('columnheader', { name: 'County' })).toBeInViewport({
      ratio: 1,
    })
    const [[list], [beside]] = await Promise.all([boxes(documentsScreen(page).table), boxes(panel)])
    expect(list?.right, `at ${width}`).toBeLessThanOrEqual(beside?.left ?? 0)
  }
})

test('R16.32 on a phone the acts are in one row without keys, and a suggestion has two lines', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  // A next file makes the longest text of the first button.
  await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  const { FileID } = await uploadAs(page.request, { name: 'b.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  const foot = page.locator('[data-panel] > footer')
  for (const [width, height] of [
    [320, 700],
    [390, 844],
    [844, 390],
  ] as const) {
    await setWidth(page, width, height)
    await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
    await expect(foot.getByRole('button', { name: 'Completed, next' })).toBeVisible()
    const tops = (await boxes(foot.getByRole('button'))).map(({ top }) => top)
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size, `at ${width}`).toBe(1)
    if (width >= 768) continue
    for (const key of await foot.locator('kbd').all()) await expect(key).toBeHidden()
    const bar = page.locator('[data-panel]').getByRole('region', { name: 'Suggested' })
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(52)
    await expectNoSidewaysScroll(page)
  }
})

for (const path of ['/home', '/recyclebin']) {
  test(`R16.53 paper shows the list of ${path} without the open preview`, async ({ page, desk, signIn }) => {
    await setWidth(page, 1440)
    await signIn(page, desk.clerk)
    const { FileID } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
    if (path === '/recyclebin')
      await expect(await page.request.delete(`/api/files/uploads/${FileID}`)).toBeOK()
    await page.goto(`${path}?view=${FileID}`)
    const panel = page.locator('[data-panel]')
    await expect(panel).toHaveAttribute('data-panel', 'beside')
    await page.emulateMedia({ media: 'print' })
    await expect(panel).toBeHidden()
    // Paper is narrower than the window, and the panel becomes a sheet.
    await setWidth(page, 960)
    await expect(panel).toHaveAttribute('data-panel', 'sheet')
    await expect(panel).toBeHidden()
    expect(await panel.evaluate((sheet) => getComputedStyle(sheet, '::backdrop').display)).toBe('none')
    await expect(page.locator('tbody tr').first()).toBeVisible()
  })
}

test('R16.54 the row in the preview differs from a selected row, and is the current one for screen readers', async ({
  page,
  desk,
  signIn,
}) => {
  await setWidth(page, 1440)
  await signIn(page, desk.clerk)
  const selected = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  const { FileID } = await uploadAs(page.request, { name: 'b.pdf', content: SAMPLE_FILES.pdf })
  const { row, table } = documentsScreen(page)
  await page.goto(`/home?view=${FileID}`)
  await page.getByRole('checkbox', { name: `Select file ${selected.FileID}`, exact: true }).click()
  const current = table.locator('[aria-current]')
  await expect(current).toHaveCount(1)
  await expect(current).toHaveAttribute('aria-current', 'true')
  await expect(current).toHaveAttribute('data-key', String(FileID))
  const edgeOf = (fileId: number) =>
    row(fileId)
      .locator(':scope > :first-child')
      .evaluate((cell) => getComputedStyle(cell).boxShadow)
  expect(await edgeOf(FileID)).toContain('inset')
  expect(await edgeOf(selected.FileID)).toBe('none')
})
