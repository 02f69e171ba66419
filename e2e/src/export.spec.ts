import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { exportParts } from './steps/exports.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'
import { minutesBefore, openList } from './steps/selection.ts'

test('R22.15 R22.16 the documents that match are exported in the order of the list, with the shown columns or all; a refusal is told in its place', async ({
  page,
  desk: { county, clerk },
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await setWidth(page, 1440, 900)
  const ids = await records.addDocuments(
    Array.from({ length: 60 }, (_, index) => ({
      county,
      uploadedBy: clerk,
      statusId: index < 55 ? 2 : 1,
      fileName: `plant-${index}.pdf`,
      uploadedAt: minutesBefore(index),
    })),
  )
  const { table } = documentsScreen(page)
  const { button, panel, format, start, cancel, says, problem } = exportParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 50)

  await test.step('R22.15 as XLSX with the shown columns', async () => {
    await page.goto(`/home?status=2&county=${county.CountyID}&order=fileId`)
    await button.click()
    await axeClean(page)
    const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
    expect(download.suggestedFilename()).toMatch(/^documents_.+_\d{4}-\d\d-\d\d\.xlsx$/u)
    await expect(says).toHaveText(`Saved ${download.suggestedFilename()}.`)
    const { Sheets } = xlsx.read(await readFile(await download.path()), { cellDates: true })
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(Sheets['Documents'] ?? {})
    expect(rows.map((row) => row['File ID'])).toEqual(ids.slice(0, 55).toSorted((one, other) => one - other))
    expect(Object.keys(rows[0] ?? {})).toContain('File name')
    expect(Object.keys(rows[0] ?? {})).not.toContain('SHA-256')
    expect(Object.values(rows[0] ?? {}).some((value) => value instanceof Date)).toBe(true)
  })

  await test.step('R22.15 as CSV with all columns', async () => {
    await format('CSV').check()
    await format('All columns').check()
    const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines.length).toBe(56)
    expect(lines[0]).toMatch(/^\uFEFFFile ID,Date \(.+\),User,.*,SHA-256,Assigned to$/u)
  })

  await test.step('R22.16 a refusal moves nothing, and Escape closes the menu', async () => {
    await page.route('**/api/files/export?*', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'Another export is still running.', code: 'export.in_progress' },
      }),
    )
    const before = [await panel.boundingBox(), await table.boundingBox(), await start.boundingBox()]
    await start.click()
    await expect(problem).toHaveText('Another export is still running.')
    expect([await panel.boundingBox(), await table.boundingBox(), await start.boundingBox()]).toEqual(before)
    await axeClean(page)
    await page.unroute('**/api/files/export?*')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/files/export?*', async (route) => {
      await held.promise
      await route.abort().catch(() => undefined)
    })
    await start.click()
    await expect(start).toHaveText('Exporting...')
    await cancel.click()
    await expect(start).toHaveText('Export')
    await expect(problem).toHaveCount(0)
    held.resolve()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(button).toBeFocused()
  })
})

test('R22.19 R22.16 a list of the administration is exported with its filters, on a phone too', async ({
  page,
  desk: { county },
  people,
  signIn,
}) => {
  await setWidth(page, 1440, 900)
  const { button, panel, format, start, says } = exportParts(page)
  await signIn(page, people.administrator)
  await page.goto(`/admin/counties?search=${encodeURIComponent(county.Name)}`)
  await expect(page.getByRole('table', { name: 'Counties' })).toContainText(county.Name)
  await button.click()
  await format('CSV').check()
  const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
  const [, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows.map((row) => row.includes(county.Name))).toEqual([true])

  for (const path of [
    '/admin/people',
    '/admin/history',
    '/requests/mailbox',
    '/requests/drop-folder',
    '/requests/virus-checks',
    '/recyclebin',
  ]) {
    await setWidth(page, 320, 640)
    await page.goto(path)
    await button.click()
    await expect(panel).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    const [file] = await Promise.all([page.waitForEvent('download'), start.click()])
    await expect(says).toHaveText(`Saved ${file.suggestedFilename()}.`)
  }
})
