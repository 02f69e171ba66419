import type { Route } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { setWidth } from './steps/frame.ts'
import { addToBin, BIN_CALL, BULK_CALL, PERMANENT_CALL, recycleBinScreen } from './steps/recycle-bin.ts'

let ids: number[]

test.beforeEach(async ({ page, desk, records, signIn }) => {
  const document = { county: desk.county, uploadedBy: desk.clerk }
  ids = await addToBin(records, [document, document, document, document])
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(recycleBinScreen(page).rows).toHaveCount(4)
})

const at = (place: number) => ids[place] ?? 0

const ANSWERS = [
  [(route: Route) => route.fulfill({ status: 500, body: '' }), 'Bulk delete failed: Internal Server Error'],
  [(route: Route) => route.abort(), 'Network error while deleting selected files.'],
] as const

test('the mode adds check boxes, select all and the count, asks first, then deletes the selection in one call', async ({
  page,
}) => {
  await test.step('S2.88 S2.89 S5.31 R7.86 the mode adds check boxes, select all and the count; turning it off clears the selection', async () => {
    const { bulk, box, boxes, table, restoreButton } = recycleBinScreen(page)
    await expect(boxes).toHaveCount(0)
    await expect(bulk.selectAll).toHaveCount(0)
    await page.settled()
    const top = (await table.boundingBox())?.y
    for (const width of [360, 768]) {
      await setWidth(page, width)
      await page.settled()
      const places = () =>
        Promise.all([restoreButton(at(0)).boundingBox(), restoreButton(at(3)).boundingBox()])
      const before = await places()
      await bulk.toggle.press('Enter')
      await expect(bulk.count(0)).toBeVisible()
      expect(await places(), `R7.86 no row moves at ${width} pixels`).toEqual(before)
      await expect(bulk.deleteSelected).toBeInViewport({ ratio: 1 })
      await bulk.toggle.press('Enter')
    }
    await setWidth(page, 1280)
    await bulk.toggle.press('Enter')
    await expect(bulk.toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(boxes).toHaveCount(4)
    await expect(table.getByRole('columnheader').first()).toHaveText('SELECT')
    await expect(bulk.count(0)).toBeVisible()
    await expect(bulk.deleteSelected).toBeDisabled()
    expect((await table.boundingBox())?.y, 'R7.86 no row moves').toBe(top)
    const [count, cancel] = await Promise.all([bulk.count(0).boundingBox(), bulk.cancel.boundingBox()])
    expect(cancel?.x, 'R7.86 what can be done is beside the count').toBeLessThan((count?.x ?? 0) + 130)

    await box(at(1)).press('Space')
    await expect(bulk.count(1)).toBeVisible()
    await expect(bulk.selectAll).toBeChecked({ indeterminate: true })
    await bulk.selectAll.check()
    await expect(bulk.count(4)).toBeVisible()
    for (const id of ids) await expect(box(id)).toBeChecked()
    await box(at(0)).uncheck()
    await expect(bulk.count(3)).toBeVisible()
    await bulk.selectAll.check()
    await bulk.selectAll.uncheck()
    await expect(bulk.count(0)).toBeVisible()

    await box(at(2)).check()
    await bulk.cancel.press('Enter')
    await expect(boxes).toHaveCount(0)
    await expect(bulk.toggle).toBeFocused()
    await bulk.toggle.click()
    await expect(bulk.count(0)).toBeVisible()
    await expect(box(at(2))).not.toBeChecked()
    await box(at(2)).check()
    await bulk.toggle.click()
    await bulk.toggle.click()
    await expect(bulk.count(0)).toBeVisible()
  })
  await test.step('S5.32 S7.27 S8.35 asks first, then deletes the selection in one call', async () => {
    const { bulk, box, boxes, question, yes, no, banner, fileIds, section } = recycleBinScreen(page)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname, request.postDataJSON())
    })

    await bulk.selectAll.check()
    await box(at(1)).uncheck()
    await bulk.deleteSelected.press('Enter')
    await expect(question).toHaveAccessibleDescription('Permanently delete 3 item(s)? This cannot be undone.')
    await expect(no).toBeFocused()
    await no.press('Enter')
    await expect(bulk.deleteSelected).toBeFocused()
    await expect(bulk.count(3)).toBeVisible()
    expect(sent).toEqual([])

    await bulk.deleteSelected.click()
    await yes.click()
    await expect(banner('Selected files deleted permanently.')).toHaveRole('status')
    await expect(fileIds).toHaveText([String(at(1))])
    await expect(section).toBeFocused()
    await expect(boxes).toHaveCount(0)
    expect(sent).toEqual(['/api/files/uploads/bulk', { ids: [at(3), at(2), at(0)] }])
    await page.reload()
    await expect(fileIds).toHaveText([String(at(1))])
  })
})

test('R16.45 in the mode a click on a row selects its file, and Shift all between two, without selecting text', async ({
  page,
}) => {
  const { bulk, box, row } = recycleBinScreen(page)
  const clickRow = (place: number, modifiers: 'Shift'[] = []) =>
    row(at(place)).getByRole('cell').nth(4).click({ modifiers })
  await bulk.toggle.click()
  // The newest deletion is on top, so the last id is the first row.
  await clickRow(3)
  await expect(bulk.count(1)).toBeVisible()
  await clickRow(1, ['Shift'])
  await expect(bulk.count(3)).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await clickRow(0)
  await expect(bulk.count(4)).toBeVisible()
  await clickRow(2)
  await expect(bulk.count(3)).toBeVisible()
  await expect(box(at(2))).not.toBeChecked()

  await test.step('a click counts also while text elsewhere is selected', async () => {
    await page.evaluate(() =>
      getSelection()?.selectAllChildren(document.querySelector('h1') ?? document.body),
    )
    await clickRow(2)
    await expect(bulk.count(4)).toBeVisible()
  })
  await test.step('Enter on a row selects, too', async () => {
    await row(at(0)).press('Enter')
    await expect(bulk.count(3)).toBeVisible()
    await row(at(2)).press('Shift+Enter')
    await expect(bulk.count(1)).toBeVisible()
  })
})

test('files that another person restored leave the selection; a refusal deletes nothing and keeps the selection', async ({
  page,
  records,
}) => {
  await test.step('files that another person restored leave the selection', async () => {
    const { bulk, rows, restoreButton } = recycleBinScreen(page)
    await bulk.toggle.click()
    await bulk.selectAll.check()
    await records.run('UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [at(0)])
    await restoreButton(at(3)).click()
    await expect(rows).toHaveCount(2)
    await expect(bulk.count(2)).toBeVisible()
  })
  await test.step('S7.29 S8.36 S8.37 a refusal deletes nothing and keeps the selection', async () => {
    const { bulk, rows, yes, banner } = recycleBinScreen(page)
    for (const [answer, text] of ANSWERS) {
      await page.route(BULK_CALL, answer)
      await bulk.deleteSelected.click()
      await yes.click()
      await expect(banner(text)).toHaveRole('alert')
      await expect(rows).toHaveCount(2)
      await expect(bulk.count(2)).toBeVisible()
      await expect(bulk.deleteSelected).toBeFocused()
      await page.unroute(BULK_CALL)
    }
    await bulk.deleteSelected.click()
    await yes.click()
    await expect(banner(ANSWERS[1][1])).toHaveCount(0)
    await expect(banner('Selected files deleted permanently.')).toBeVisible()
    await expect(rows).toHaveCount(0)
  })
})

test('S7.28 a server without the call for many gets one call per file: a failed one stays selected with its reason, the others are deleted', async ({
  page,
}) => {
  const { banner, fileIds, bulk, box, yes } = recycleBinScreen(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') asked.push(new URL(request.url()).pathname)
  })
  await page.route(BULK_CALL, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(PERMANENT_CALL, (route) =>
    route
      .request()
      .url()
      .includes(`/${at(1)}/`)
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await bulk.toggle.click()
  for (const id of ids.slice(0, 3)) await box(id).check()
  await bulk.deleteSelected.click()
  await yes.click()
  await expect(
    banner('Failed to permanently delete file. 1 of 3 selected files were not deleted.'),
  ).toHaveRole('alert')
  expect(asked).toEqual([
    '/api/files/uploads/bulk',
    ...[2, 1, 0].map((place) => `/api/files/uploads/${at(place)}/permanent`),
  ])
  await expect(fileIds).toHaveText([String(at(3)), String(at(1))])
  await expect(bulk.count(1)).toBeVisible()
  await expect(box(at(1))).toBeChecked()
  await page.unroute(PERMANENT_CALL)
  await bulk.deleteSelected.click()
  await yes.click()
  await expect(banner('Selected files deleted permanently.')).toHaveRole('status')
  await expect(fileIds).toHaveText([String(at(3))])
  await page.reload()
  await expect(fileIds).toHaveText([String(at(3))])
})

test('R5.6 if there are more than the newest ones, the bin says how many; the buttons of a long one stay visible', async ({
  page,
  desk,
  records,
}) => {
  const { rows, section, bulk } = recycleBinScreen(page)
  const document = { county: desk.county, uploadedBy: desk.clerk }
  await addToBin(
    records,
    Array.from({ length: 56 }, () => document),
  )
  await page.route(BIN_CALL, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 1204 } })
  })
  await page.reload()
  await expect(section).toContainText('The newest 60 of 1,204 deleted files are shown.')
  await expect(rows).toHaveCount(60)
  await bulk.toggle.click()
  await bulk.selectAll.check()
  await expect(bulk.count(60)).toBeVisible()
  await rows.last().scrollIntoViewIfNeeded()
  await expect(bulk.deleteSelected).toBeInViewport({ ratio: 1 })
})
