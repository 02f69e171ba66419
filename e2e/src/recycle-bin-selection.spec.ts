import { expect } from '@playwright/test'
import { test } from './browser/fixtures.ts'
import { show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'
import { addToBin, recycleBinScreen } from './steps/recycle-bin.ts'

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

test('the selection is restored by one run that can be undone, and the mode ends; the focus goes to the next row', async ({
  page,
  records,
}) => {
  const { bulk, box, boxes, fileIds, row, section } = recycleBinScreen(page)
  const restoreSelected = page.getByRole('button', { name: 'Restore Selected' })
  const dialog = page.getByRole('dialog', { name: 'Restore selected files' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
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
  await test.step('R20.45 x selects the row with the focus and turns the mode on', async () => {
    await row(at(0)).focus()
    await page.keyboard.press('x')
    await expect(bulk.count(1)).toBeVisible()
    await expect(box(at(0))).toBeChecked()
    await expect(row(at(0))).toBeFocused()
    await page.keyboard.press('x')
    await expect(bulk.count(0)).toBeVisible()
    await page.keyboard.press('x')
    await page.keyboard.press('Escape')
    await expect(bulk.count(0)).toBeVisible()
  })
  await test.step('R20.46 a preview says which files left the bin meanwhile', async () => {
    await box(at(0)).check()
    await box(at(3)).check()
    await box(at(5)).check()
    await records.run('UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [at(3)])
    await restoreSelected.press('Enter')
    await expect(preview).toContainText('2 files will be restored')
    await expect(preview).toContainText('1 file: This file is not in the recycle bin.')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(restoreSelected).toBeFocused()
  })
  await test.step('R20.46 the selection is restored, and the mode ends', async () => {
    await restoreSelected.press('Enter')
    await dialog.getByRole('button', { name: 'Restore 2 files' }).press('Enter')
    await expect(page.getByText('2 files restored, 1 could not be restored.')).toBeVisible()
    await expect(fileIds).toHaveText([String(at(4))])
    await expect(boxes).toHaveCount(0)
    await expect(section).toBeFocused()
  })
  await test.step('R20.46 Undo moves them back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^Run \d+ is undone\./)).toBeVisible()
    await expect(fileIds).toHaveText([at(0), at(5), at(4)].map(String))
  })
})
