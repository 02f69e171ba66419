import { readFile } from 'node:fs/promises'
import { readArchive } from '@portal/server/src/testing/archive-calls.ts'
import { expect, test } from './browser/fixtures.ts'
import { boxes as boxesOf } from './steps/boxes.ts'
import { show } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'
import { layoutProblems } from './steps/layout.ts'
import { LOOKS, openList, selectionParts } from './steps/selection.ts'

const PREPARE_CALL = '**/api/archives'

test('R21.15 R21.1 selected files are saved as one ZIP file', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  await setWidth(page, 1440, 900)
  await signIn(page, desk.clerk)
  await uploadAs(page.request, { name: 'plan.pdf', content: SAMPLE_FILES.pdf })
  await uploadAs(page.request, { name: 'plan.pdf', content: SAMPLE_FILES.pdf })
  const virus = await uploadAs(page.request, { name: 'virus.png', content: SAMPLE_FILES.png })
  await records.run(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'EICAR'
     FROM document WHERE storage_key = key AND id = $1`,
    [virus.FileID],
  )
  const { bar, pageBox, download, says, dialog, contents } = selectionParts(page)
  const save = dialog.getByRole('button', { name: /^Download/u })
  await openList(page, desk, 3)

  await test.step('R21.15 the dialog says what the ZIP file has, and moves no button as that arrives', async () => {
    await pageBox.click()
    await page.keyboard.press('a')
    await page.keyboard.press('Tab')
    await expect(download).toBeFocused()
    const answered = Promise.withResolvers<undefined>()
    await page.route(PREPARE_CALL, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveAccessibleName('Download selected files')
    await expect(contents).toContainText('Checking 3 files...')
    await expect(save).toBeFocused()
    await expect(save).toBeDisabled()
    const buttons = dialog.getByRole('button')
    const before = await boxesOf(buttons)
    answered.resolve(undefined)
    await expect(contents).toContainText(/2 files, \d/u)
    await expect(save).toHaveText('Download 2 files')
    await expect(contents).toContainText('1 file is left out: A virus was found in this file')
    const places = (all: typeof before) =>
      all.map(({ left, right, top, bottom }) => [left, right, top, bottom])
    expect(places(await boxesOf(buttons))).toEqual(places(before))
    await axeClean(page)
  })
  for (const look of LOOKS) {
    await test.step(`R7.165 at ${look.width} pixels, ${look.colorScheme}, nothing is out of place`, async () => {
      await show(page, look)
      expect(await layoutProblems(page)).toEqual([])
      await axeClean(page)
    })
  }
  await test.step('R21.15 the browser saves it, and the files stay selected', async () => {
    await setWidth(page, 1440, 900)
    const saving = page.waitForEvent('download')
    await save.press('Enter')
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^documents_\d{4}-\d\d-\d\d\.zip$/u)
    const { names, files, leftOut } = readArchive(await readFile(await saved.path()))
    expect(names).toEqual(['plan.pdf', 'plan (2).pdf', 'manifest.csv', 'left-out.csv'])
    expect(files['plan (2).pdf']?.equals(SAMPLE_FILES.pdf)).toBe(true)
    expect(leftOut.map((row) => row['File Name'])).toEqual(['virus.png'])
    await expect(dialog).toHaveCount(0)
    await expect(download).toBeFocused()
    await expect(says).toHaveText('All 3 files are selected')
  })
  await test.step('R21.8 a refusal is one sentence, and Try again asks once more', async () => {
    await page.unroute(PREPARE_CALL)
    await page.route(PREPARE_CALL, (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'archive.too_many', error: 'Other ZIP files are still being downloaded.' },
      }),
    )
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Other ZIP files are still being downloaded.')
    await expect(save).toBeDisabled()
    await page.unroute(PREPARE_CALL)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(contents).toContainText(/2 files, \d/u)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(bar).toBeVisible()
  })
})
