import { expect } from '@playwright/test'
import { test } from './browser/fixtures.ts'
import { show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { addToBin, recycleBinScreen, RESTORE_CALL } from './steps/recycle-bin.ts'

const LONG = 'Rendition of personal property for the compressor stations along the eastern gathering line'

let ids: number[]

test.beforeEach(async ({ page, desk, records, signIn }) => {
  const document = { county: desk.county, uploadedBy: desk.clerk, description: LONG }
  ids = (await addToBin(records, [document, document, document, document, document])).toReversed()
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(recycleBinScreen(page).rows).toHaveCount(5)
})

const at = (place: number) => ids[place] ?? 0

test('Shift picks all between two rows, which are tinted', async ({ page }) => {
  const { bulk, box, row } = recycleBinScreen(page)
  await bulk.toggle.click()
  await box(at(1)).click()
  await box(at(3)).click({ modifiers: ['Shift'] })
  await expect(bulk.count(3)).toBeVisible()
  await expect(box(at(2))).toBeChecked()
  const tint = (id: number) =>
    row(id)
      .getByRole('rowheader')
      .evaluate((cell) => getComputedStyle(cell).backgroundColor)
  await page.mouse.move(0, 0)
  expect(await tint(at(2))).not.toBe(await tint(at(4)))
})

test('what is selected is restored, and the mode ends', async ({ page }) => {
  const { bulk, box, banner, fileIds } = recycleBinScreen(page)
  await bulk.toggle.click()
  await box(at(0)).check()
  await box(at(2)).check()
  await page.getByRole('button', { name: 'Restore Selected' }).click()
  await expect(banner('2 files restored successfully.')).toBeVisible()
  await expect(fileIds).toHaveText([at(1), at(3), at(4)].map(String))
  await expect(box(at(1))).toHaveCount(0)
})

test('where one cannot be restored the others are, and it stays selected', async ({ page }) => {
  const { bulk, box, banner, fileIds } = recycleBinScreen(page)
  await page.route(RESTORE_CALL, (route) =>
    route
      .request()
      .url()
      .includes(`/${at(2)}/`)
      ? route.fulfill({ status: 409, json: { error: 'This file is not in the recycle bin.' } })
      : route.continue(),
  )
  await bulk.toggle.click()
  await box(at(1)).check()
  await box(at(2)).check()
  await page.getByRole('button', { name: 'Restore Selected' }).click()
  const told = 'This file is not in the recycle bin. 1 of 2 selected files were restored.'
  await expect(banner(told)).toBeVisible()
  await expect(fileIds).toHaveText([at(0), at(2), at(3), at(4)].map(String))
  await expect(box(at(2))).toBeChecked()
})

test('descriptions show their first words, and the whole in a popup', async ({ page }) => {
  const { row } = recycleBinScreen(page)
  await expect(row(at(0))).toContainText('Rendition of personal property for…')
  await page.getByRole('button', { name: `Show more of file ${at(0)}`, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(LONG)
})

for (const width of [360, 768, 1024, 1440]) {
  test(`at ${width} px nothing is out of place, and every check box is a target of 24 px`, async ({
    page,
  }) => {
    const { bulk, boxes } = recycleBinScreen(page)
    await bulk.toggle.click()
    await boxes.first().check()
    await show(page, { colorScheme: 'light', width })
    expect(await layoutProblems(page)).toEqual([])
    for (const box of [bulk.selectAll, boxes.first()]) {
      const { width: wide = 0, height = 0 } = (await box.boundingBox()) ?? {}
      expect(Math.min(wide, height)).toBeGreaterThanOrEqual(24)
    }
    const labels = await page.evaluate(() =>
      [...document.querySelectorAll('tbody tr:first-child > *')].flatMap((cell) => {
        const label = getComputedStyle(cell, '::before')
        return label.content === 'none' ? [] : [label.overflowWrap]
      }),
    )
    expect(labels.every((wrap) => wrap === 'normal')).toBe(true)
  })
}

test('after a restoration or a deletion the focus is in the row that took the place', async ({ page }) => {
  const { restoreButton, deleteButton, yes, question } = recycleBinScreen(page)
  await restoreButton(at(1)).press('Enter')
  await expect(restoreButton(at(1))).toHaveCount(0)
  await expect(restoreButton(at(2))).toBeFocused()
  await deleteButton(at(2)).press('Enter')
  await expect(question).toContainText('.pdf')
  await yes.press('Enter')
  await expect(deleteButton(at(2))).toHaveCount(0)
  await expect(deleteButton(at(3))).toBeFocused()
})
