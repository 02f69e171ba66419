import type { Locator } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { setWidth, WIDTH } from './steps/frame.ts'
import { uploadScreen } from './steps/upload.ts'

/** Pixels: the smallest target of WCAG 2.2, criterion 2.5.8. */
const TARGET = 24

async function heightOf(target: Locator): Promise<number> {
  return (await target.boundingBox())?.height ?? 0
}

test('R7.54 on a phone the file name in the edit dialog is a target of 24 pixels', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const [id = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, fileName: 'gas plant.pdf' },
  ])
  await signIn(page, people.administrator)
  await setWidth(page, WIDTH.phone)
  await openEditDialog(page, desk, id)
  const name = editDialog(page).dialog.getByRole('link', { name: 'gas plant.pdf' })
  expect(await heightOf(name)).toBeGreaterThanOrEqual(TARGET)
})

test('R7.54 an upload with problems leaves no tab half under the bar', async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await setWidth(page, WIDTH.phone, 800)
  await page.goto('/add')
  const { submit, category } = uploadScreen(page)
  const tabs = page.getByRole('navigation', { name: 'Uploads' })
  // To the position where the tabs are half under the bar.
  const tabsTop = (await tabs.boundingBox())?.y ?? 0
  await page.evaluate((by) => scrollBy(0, by), tabsTop - 30)
  await submit.press('Enter')
  await expect(category).toHaveAttribute('aria-invalid', 'true')
  await page.settled({ only: 'paint' })
  const bar = await page.getByRole('banner').boundingBox()
  const barEnd = (bar?.y ?? 0) + (bar?.height ?? 0)
  for (const tab of await tabs.getByRole('link').all()) {
    const box = await tab.boundingBox()
    const [top, end] = [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)]
    expect(end <= barEnd || top >= barEnd, `${top} to ${end} px, the bar ends at ${barEnd} px`).toBe(true)
  }
})
