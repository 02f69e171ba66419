import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { openList, selectionParts } from './steps/selection.ts'

test('R20.74 a clerk comments on many files at once, and undoes it', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  await signIn(page, desk.clerk)
  await openList(page, desk, 3)
  const { pageBox, bar, dialog, start, notice } = selectionParts(page)
  await pageBox.click()
  await bar.getByRole('button', { name: 'Comment…' }).click()
  await expect(dialog.getByRole('heading', { name: 'Comment on files' })).toBeVisible()
  await expect(dialog.getByLabel('What to change')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Comment on 3 files' })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toHaveText(
    'Enter the comment to see what it does.',
  )
  await dialog.getByLabel('Comment').fill('Which well?')
  await expect(start('Comment on 3 files')).toBeVisible()
  await inEveryAppearance(page, async () => {
    await axeClean(page)
    await expectNoSidewaysScroll(page)
  })
  await start('Comment on 3 files').click()
  await expect(notice('3 files commented on.')).toBeVisible()
  await page.goto(`/home?view=${ids[0]}#comments`)
  await expect(page.locator('[data-panel]')).toContainText('Which well?')
  await page.goto('/runs')
  await page.getByRole('row').filter({ hasText: 'Comment “Which well?”' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Undo run')
  await page.goto(`/home?view=${ids[0]}#comments`)
  await expect(page.locator('[data-panel]')).toContainText('deleted this comment.')
})
