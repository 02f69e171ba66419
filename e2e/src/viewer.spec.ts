import type { Page } from '@playwright/test'
import { madeTiff } from '@portal/server/src/testing/made-tiff.ts'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setNeedsMoreInfo } from './steps/preview.ts'

const BESIDE = { width: 1440, height: 900 }

function panelOf(page: Page, name: string) {
  const panel = page.locator('[data-panel]')
  return {
    panel,
    heading: panel.getByRole('heading', { name, level: 2 }),
    pages: panel.getByRole('article'),
    status: panel.locator('dd').first(),
    press: (label: string) => panel.getByRole('button', { name: label, exact: true }).click(),
  }
}

const previewButton = (page: Page, fileId: number) =>
  page.getByRole('button', { name: new RegExp(`^Preview file ${fileId},`, 'u') })

const loaded = (page: Page) =>
  page
    .locator('[data-panel] article img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))

test('a document is shown beside the list: pages with text, sheets, letters, e-mail, each at its address', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  await page.setViewportSize(BESIDE)
  await signIn(page, desk.clerk)
  const pdf = await uploadAs(page.request, { name: 'rendition.pdf', content: SAMPLE_FILES.pdf })
  await test.step('R16.1 R16.6 a PDF is a picture with real text above it, and a search marks the words', async () => {
    await page.goto('/home')
    await previewButton(page, pdf.FileID).click()
    const { panel, heading, pages } = panelOf(page, 'rendition.pdf')
    await expect(heading).toBeFocused()
    await expect(page).toHaveURL(`/home?view=${pdf.FileID}`)
    await expect(pages).toHaveCount(1)
    expect(await loaded(page)).toBeGreaterThan(400)
    await expect(pages.first()).toContainText('Delaware')
    await panel.getByRole('searchbox', { name: 'Search in this file' }).fill('delaware')
    await page.keyboard.press('Enter')
    await expect(panel.locator('mark').first()).toHaveText(/Delaware/u)
    await axeClean(page)
  })
  await test.step('R16.6 Escape closes it, and the focus returns to the row', async () => {
    await panelOf(page, 'rendition.pdf').heading.focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-panel]')).toHaveCount(0)
    await expect(page).toHaveURL('/home')
    await expect(documentsScreen(page).row(pdf.FileID)).toBeFocused()
  })
  await test.step('R16.1 a TIFF of several pages has thumbnails, zoom and rotation', async () => {
    const { FileID } = await uploadAs(page.request, { name: 'scan.tif', content: await madeTiff(3) })
    await page.goto(`/home?view=${FileID}`)
    const { panel, pages, press } = panelOf(page, 'scan.tif')
    await expect(pages).toHaveCount(3)
    await press('Thumbnails')
    await panel.getByRole('button', { name: 'Go to page 3' }).click()
    await expect(pages.nth(2)).toBeInViewport()
    const width = async () => (await pages.nth(2).boundingBox())?.width ?? 0
    const before = await width()
    await press('Zoom in')
    await expect.poll(width).toBeGreaterThan(before)
    await press('Rotate clockwise')
    const box = await pages.nth(2).boundingBox()
    expect(box?.width).toBeGreaterThan(box?.height ?? 0)
  })
  for (const [name, content, text] of [
    ['assets.xlsx', SAMPLE_FILES.xlsx, 'Year acquired'],
    ['letter.docx', SAMPLE_FILES.docx, 'Delaware Pipe Line LLC'],
    ['mail.eml', SAMPLE_FILES.eml, 'records@staff.example'],
  ] as const) {
    await test.step(`R16.8 R16.9 ${name} is shown as text`, async () => {
      const { FileID } = await uploadAs(page.request, { name, content })
      await page.goto(`/home?view=${FileID}`)
      await expect(panelOf(page, name).panel.getByText(text).first()).toBeVisible()
      await axeClean(page)
    })
  }
  await test.step('R16.6 in a narrow window it is a sheet, from which Escape leads back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/home?view=${pdf.FileID}`)
    const { panel, heading } = panelOf(page, 'rendition.pdf')
    await expect(heading).toBeVisible()
    expect((await panel.boundingBox())?.width).toBe(390)
    await axeClean(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  })
})

test('R14.20 R14.21 a partly read document says how many pages could be read, and the filter finds it', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const [partly = 0, whole = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk },
    { county: desk.county, uploadedBy: desk.clerk },
  ])
  await records.run(
    `INSERT INTO document_text (document_id, county_key, state, pages, unread_pages)
     SELECT id, county_key, 'read', 300, CASE WHEN id = $1 THEN 88 ELSE 0 END FROM document WHERE id = ANY ($2::integer[])
     ON CONFLICT (document_id) DO UPDATE SET state = 'read', reason = NULL, pages = 300, unread_pages = excluded.unread_pages`,
    [partly, [partly, whole]],
  )
  await page.setViewportSize(BESIDE)
  await signIn(page, desk.clerk)
  await page.goto('/home?unreadable=yes')
  await expect(previewButton(page, partly)).toBeVisible()
  await expect(previewButton(page, whole)).toHaveCount(0)
  await previewButton(page, partly).click()
  const text = page.locator('[data-panel] dd').filter({ hasText: 'could be read' })
  await expect(text).toHaveText('Only 212 of 300 pages could be read. A search doesn’t find the others.')
})

test('R7.132 the first facts are in sight below the pages or the text, and a late preview does not move them', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID: pdf } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  const { FileID: letter } = await uploadAs(page.request, { name: 'b.docx', content: SAMPLE_FILES.docx })
  await signIn(page, people.administrator)
  for (const [fileId, name] of [
    [pdf, 'a.pdf'],
    [letter, 'b.docx'],
  ] as const) {
    const preview = Promise.withResolvers<void>()
    await page.route('**/preview', async (route) => {
      await preview.promise
      await route.continue()
    })
    await page.setViewportSize(BESIDE)
    await page.goto(`/home?view=${fileId}`)
    const { panel, status } = panelOf(page, name)
    await expect(status).toBeVisible()
    await page.settled({ only: 'paint' })
    const place = await status.boundingBox()
    preview.resolve()
    await expect(panel.getByText('Delaware').first()).toBeAttached()
    expect(await status.boundingBox()).toEqual(place)
    for (const size of [BESIDE, { width: 1366, height: 768 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(size)
      for (const fact of ['Status', 'Type', 'Owner', 'Agent'])
        await expect(panel.locator('dt').getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    await page.unroute('**/preview')
  }
})

test('the letters act on the document of the panel, and lead through the list', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID: second } = await uploadAs(page.request, { name: 'b.pdf', content: SAMPLE_FILES.pdf })
  const { FileID: first } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await test.step('R16.7 j and k go to the next and the previous document', async () => {
    await previewButton(page, first).click()
    await expect(panelOf(page, 'a.pdf').heading).toBeVisible()
    await page.keyboard.press('j')
    await expect(panelOf(page, 'b.pdf').heading).toBeVisible()
    await page.keyboard.press('k')
    await expect(panelOf(page, 'a.pdf').heading).toBeVisible()
  })
  await test.step('R16.7 c sets Completed, i sets Needs More Info', async () => {
    await page.keyboard.press('c')
    await expect(panelOf(page, 'b.pdf').heading).toBeVisible()
    await expect(documentsScreen(page).row(first)).toContainText('Completed')
    await page.keyboard.press('i')
    await setNeedsMoreInfo(page)
    await expect(documentsScreen(page).row(second)).toContainText('Needs More Info')
    // The completed file is below it by now.
    await expect(panelOf(page, 'a.pdf').status).toHaveText('Completed')
  })
  await test.step('R16.7 e edits the document', async () => {
    await page.keyboard.press('e')
    await expect(editDialog(page).dialog).toBeVisible()
  })
})

test('R16.20 a run by keys goes on where a file has left the list, and Escape leads to a row', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const ids = new Map<string, number>()
  for (const name of ['d.pdf', 'c.pdf', 'b.pdf', 'a.pdf']) {
    ids.set(name, (await uploadAs(page.request, { name, content: SAMPLE_FILES.pdf })).FileID)
  }
  const row = (name: string) => documentsScreen(page).row(ids.get(name) ?? 0)
  const press = async (key: string, { leaves, shows }: { leaves?: string; shows: string }) => {
    await page.keyboard.press(key)
    if (key === 'i') await setNeedsMoreInfo(page)
    if (leaves !== undefined) await expect(row(leaves)).toHaveCount(0)
    await expect(panelOf(page, shows).heading).toBeVisible()
  }
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&status=1`)
  await previewButton(page, ids.get('b.pdf') ?? 0).click()
  await expect(panelOf(page, 'b.pdf').heading).toBeVisible()
  await press('i', { leaves: 'b.pdf', shows: 'c.pdf' })
  await press('k', { shows: 'a.pdf' })
  await press('j', { shows: 'c.pdf' })
  await press('j', { shows: 'd.pdf' })
  await press('i', { leaves: 'd.pdf', shows: 'd.pdf' })
  await press('k', { shows: 'c.pdf' })
  await press('c', { leaves: 'c.pdf', shows: 'c.pdf' })
  await page.keyboard.press('Escape')
  await expect(panelOf(page, 'c.pdf').panel).toHaveCount(0)
  await expect(row('a.pdf')).toBeFocused()
})
