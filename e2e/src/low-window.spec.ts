import { expect, test } from './browser/fixtures.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { setWidth } from './steps/frame.ts'
import { uploadScreen } from './steps/upload.ts'

/** Pixels of a window of 1280 by 1024 at 400 %. */
const AT_400 = { width: 320, height: 256 }

test('R7.55 at 400 % the foot of the edit dialog scrolls with the form', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, people.administrator)
  await openEditDialog(page, desk, id)
  const { save } = editDialog(page)
  await expect(save).toBeInViewport()
  await setWidth(page, AT_400.width, AT_400.height)
  await expect(save).not.toBeInViewport()
  await save.focus()
  await expect(save).toBeInViewport()
})

test('R7.55 at 400 % the foot of an upload covers no field', async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await page.goto('/add')
  const { submit } = uploadScreen(page)
  await expect(submit).toBeInViewport()
  await setWidth(page, AT_400.width, AT_400.height)
  await expect(submit).not.toBeInViewport()
  await submit.focus()
  await expect(submit).toBeInViewport()
})

test('R7.95 in a low window the headings of a list scroll with it', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const one = { county: desk.county, uploadedBy: desk.clerk }
  await records.addDocuments(Array.from({ length: 30 }, () => one))
  await signIn(page, desk.clerk)
  await setWidth(page, 1280, 900)
  await page.goto('/home')
  const head = page.getByRole('columnheader').nth(1)
  await expect(head).toBeInViewport()
  const toTheEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await toTheEnd()
  await expect(head).toBeInViewport()
  await setWidth(page, 1280, 450)
  await toTheEnd()
  await expect(head).not.toBeInViewport()
})
