import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { WIDTH, setWidth } from './steps/frame.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { previewPanel } from './steps/preview.ts'
import { recycleBinScreen } from './steps/recycle-bin.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

function panelOf(page: Page) {
  const preview = previewPanel(page)
  return {
    ...preview,
    restore: preview.panel.getByRole('button', { name: 'Restore', exact: true }),
  }
}

/** Uploads real files as the person of `request` and deletes them. The last one is the first row. */
async function deleteThree(
  request: APIRequestContext,
): Promise<[third: number, second: number, first: number]> {
  const ids: number[] = []
  for (const name of ['c.pdf', 'b.pdf', 'a.pdf']) {
    const { FileID } = await uploadAs(request, { name, content: SAMPLE_FILES.pdf })
    await expect(await request.delete(`/api/files/uploads/${FileID}`)).toBeOK()
    ids.push(FileID)
  }
  const [third = 0, second = 0, first = 0] = ids
  return [third, second, first]
}

test('a deleted file opens beside the recycle bin, by click and by key, and is restored from there', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { row, rows, banner } = recycleBinScreen(page)
  const { panel, heading, pages, restore } = panelOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, desk.clerk)
  const [third, second, first] = await deleteThree(page.request)
  await page.goto('/recyclebin')
  await test.step('R16.44 a click on a row opens the file at its address, and Escape returns to the row', async () => {
    await row(first).locator('[data-label="COUNTY"]').click()
    await expect(heading).toHaveText('a.pdf')
    await expect(heading).toBeFocused()
    await expect(page).toHaveURL(`/recyclebin?view=${first}`)
    await expect(pages.first()).toContainText('Delaware')
    await expect(row(first)).toHaveAttribute('data-current')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL('/recyclebin')
    await expect(row(first)).toBeFocused()
  })
  await test.step('R16.44 Enter does the same, and j and k go to its neighbors', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('b.pdf')
    await page.keyboard.press('j')
    await expect(heading).toHaveText('c.pdf')
    await expect(panel.getByRole('button', { name: 'Next file' })).toBeDisabled()
    await page.keyboard.press('k')
    await expect(heading).toHaveText('b.pdf')
    await expect(page).toHaveURL(`/recyclebin?view=${second}`)
    await expect(pages.first()).toContainText('Delaware')
    await expectSoundLooks(page, axeClean)
    await setWidth(page, 1440)
  })
  await test.step('R16.44 its only act is Restore, which closes it', async () => {
    await expect(panel.locator('footer').getByRole('button')).toHaveText(['Restore'])
    await expect(panel.getByRole('region', { name: 'Suggested' })).toHaveCount(0)
    await restore.click()
    await expect(banner('File restored successfully.')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await expect(row(second)).toHaveCount(0)
    await expect(row(third)).toBeFocused()
  })
  await test.step('R16.45 the Bulk Delete mode closes it, and a click selects', async () => {
    const { bulk } = recycleBinScreen(page)
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('c.pdf')
    await bulk.toggle.click()
    await expect(panel).toHaveCount(0)
    await row(first).locator('[data-label="COUNTY"]').click()
    await expect(page).toHaveURL('/recyclebin')
    await expect(panel).toHaveCount(0)
    await expect(bulk.count(1)).toBeVisible()
    await bulk.cancel.click()
  })
  await test.step('R16.44 on a phone it is a sheet, and Restore is in it', async () => {
    await setWidth(page, WIDTH.phone)
    await rows.first().focus()
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('a.pdf')
    await expect(restore).toBeInViewport({ ratio: 1 })
    await restore.click()
    await expect(banner('File restored successfully.')).toBeVisible()
    await expect(rows).toHaveCount(1)
  })
})

test('R16.44 the bin of another county stays closed, and a file of the list has no Restore', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const { panel, heading, restore } = panelOf(page)
  const open = async (fileId: number) => {
    await page.goto(`/recyclebin?view=${fileId}`)
    await expect(heading).toBeVisible()
  }
  await signIn(page, desk.clerk)
  const [deleted] = await deleteThree(page.request)
  const { FileID } = await uploadAs(page.request, { name: 'kept.pdf', content: SAMPLE_FILES.pdf })
  await open(FileID)
  await expect(heading).toHaveText('kept.pdf')
  await expect(restore).toHaveCount(0)
  const elsewhere = await records.addCounty()
  await signIn(page, await records.addUser({ county: elsewhere }))
  await open(deleted)
  await expect(panel.getByText('This file does not exist.').first()).toBeVisible()
  await expect(panel.getByRole('article')).toHaveCount(0)
  await signIn(page, people.administrator)
  await open(deleted)
  await expect(heading).toHaveText('c.pdf')
})
