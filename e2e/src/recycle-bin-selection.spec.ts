import { expect } from '@playwright/test'
import { test } from './browser/fixtures.ts'
import { show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { addToBin, recycleBinScreen, RESTORE_CALL } from './steps/recycle-bin.ts'

const LONG = 'Rendition of personal property for the compressor stations along the eastern gathering line'

let ids: number[]

test.beforeEach(async ({ page, desk, records, signIn }) => {
  const document = { county: desk.county, uploadedBy: desk.clerk, description: LONG }
  ids = (await addToBin(records, [document, document, document, document, document, document])).toReversed()
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(recycleBinScreen(page).rows).toHaveCount(6)
})

const at = (place: number) => ids[place] ?? 0

test('descriptions show their first words; Shift selects all between two rows; nothing is out of place at any width', async ({
  page,
}) => {
  await test.step('descriptions show their first words, and the whole text in a popup', async () => {
    const { row } = recycleBinScreen(page)
    await expect(row(at(0))).toContainText('Rendition of personal property for…')
    await page.getByRole('button', { name: `Show more of file ${at(0)}`, exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(LONG)

    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('Shift selects all between two rows, which are tinted', async () => {
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
  for (const width of [360, 768, 1024, 1440]) {
    await test.step(`at ${width} px nothing is out of place, and every check box is a target of 24 px`, async () => {
      const { bulk, boxes } = recycleBinScreen(page)
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
})

test('the selection is restored, and the mode ends; files that cannot be restored stay selected; the focus goes to the next row', async ({
  page,
}) => {
  const { bulk, box, boxes, banner, fileIds } = recycleBinScreen(page)
  const restoreSelected = page.getByRole('button', { name: 'Restore Selected' })
  await test.step('after a restoration or a deletion the focus goes to the next row', async () => {
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
  await test.step('if one cannot be restored the others are, and it stays selected', async () => {
    await page.route(RESTORE_CALL, (route) =>
      route
        .request()
        .url()
        .includes(`/${at(3)}/`)
        ? route.fulfill({ status: 409, json: { error: 'This file is not in the recycle bin.' } })
        : route.continue(),
    )
    await bulk.toggle.click()
    await box(at(0)).check()
    await box(at(3)).check()
    await restoreSelected.click()
    const told = 'This file is not in the recycle bin. 1 of 2 selected files were restored.'
    await expect(banner(told)).toBeVisible()
    await expect(fileIds).toHaveText([at(3), at(4), at(5)].map(String))
    await expect(box(at(3))).toBeChecked()
    await page.unroute(RESTORE_CALL)
  })
  await test.step('the selection is restored, and the mode ends', async () => {
    await box(at(5)).check()
    await restoreSelected.click()
    await expect(banner('2 files restored successfully.')).toBeVisible()
    await expect(fileIds).toHaveText([String(at(4))])
    await expect(boxes).toHaveCount(0)
  })
})
