import type { Page } from '@playwright/test'
import { STATUS } from '@portal/contract/files/status.ts'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { setNeedsMoreInfo } from './steps/preview.ts'
import { suggestedBar } from './steps/suggestions.ts'

const BESIDE = { width: 1440, height: 900 }

function panelOf(page: Page) {
  const panel = page.locator('[data-panel]')
  return {
    shows: (fileId: number) =>
      expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(`${fileId}`),
    foot: panel.locator('footer'),
    undo: panel.getByRole('button', { name: /^Undo/u }),
  }
}

test('Completed and Needs More Info are undone one after the other, the last one first', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [third = 0, second = 0, first = 0] = ids
  const { row } = documentsScreen(page)
  const { foot, undo, shows } = panelOf(page)
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
  await expect(foot).toBeVisible()
  await page.settled()
  const place = await foot.boundingBox()
  await test.step('R16.24 the last change is undone by the button, and the preview returns to its file', async () => {
    await expect(undo).toHaveCount(0)
    await page.keyboard.press('c')
    await shows(second)
    await expect(foot).toContainText(`File ${first}: Completed.`)
    await page.keyboard.press('i')
    await setNeedsMoreInfo(page)
    await shows(third)
    await expect(foot).toContainText(`File ${second}: Needs More Info.`)
    await axeClean(page)
    await undo.click()
    await shows(second)
    await expect(foot).toContainText(`File ${second}: New again.`)
    await expect(row(second)).toContainText('New')
    await expect(row(first)).toContainText('Completed')
  })
  await test.step('R16.24 the key u undoes the one before it, also right after the key c', async () => {
    await expect(undo).toHaveText(`Undo file ${first} u`)
    await page.keyboard.press('c')
    await page.keyboard.press('u')
    await expect(foot).toContainText(`File ${second}: New again.`)
    await page.keyboard.press('u')
    await shows(first)
    await expect(row(first)).toContainText('New')
    await expect(row(second)).toContainText('New')
    await expect(undo).toHaveCount(0)
  })
  await test.step('R16.26 neither the sentence nor Undo moves anything', async () => {
    expect(await foot.boundingBox()).toEqual(place)
  })
  await test.step('R16.24 the keys of the screen name it', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Undo the last Completed or Needs More Info')
  })
  await test.step('R16.27 at 200 % zoom, suggestions and buttons take less than 30 % of the height', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
    await expect(suggestedBar(page)).toBeVisible()
    const box = await suggestedBar(page).boundingBox()
    expect(box?.y).toBeGreaterThan(450 * 0.7)
  })
})

test('R16.25 a file that someone changed since is not undone, and one sentence says so', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  const { row } = documentsScreen(page)
  const { foot, undo } = panelOf(page)
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  await expect(foot).toBeVisible()
  await page.settled()
  await page.keyboard.press('c')
  await expect(undo).toBeVisible()
  const data = { statusId: STATUS.inProgress }
  await expect(await page.request.patch(`/api/status/uploads/${fileId}/status`, { data })).toBeOK()
  await page.keyboard.press('u')
  await expect(foot.getByRole('alert')).toHaveText(
    `File ${fileId} has changed since, so its status was not undone.`,
  )
  await expect(undo).toHaveCount(0)
  await expect(row(fileId)).toContainText('In Progress')
})
