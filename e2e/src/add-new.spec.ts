import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { BATCH, fillForAll, queueScreen, smallFiles } from './steps/queue.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const PDF = fileOf('rendition.pdf', SAMPLE_FILES.pdf)

/** As `smallFiles` names them. */
const name = (number: number) => `rendition-${number}.pdf`

test('R3.29 R5.124 one file has the form, the second file makes it a batch, and what the person typed stays', async ({
  page,
  desk,
  signIn,
}) => {
  const form = uploadScreen(page)
  const { rows, row, category, type, description, submit, succeeded, removeAll } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page, 'Typed before the second file')
  await form.input.setInputFiles([PDF])
  await expect(form.file('rendition.pdf')).toBeVisible()
  await expect(page.getByRole('link', { name: /^(?:Many files|Files of the same)/u })).toHaveCount(0)
  await form.input.setInputFiles([fileOf('plant.png', SAMPLE_FILES.png)])
  await expect(page).toHaveURL(BATCH)
  await expect(rows).toHaveCount(2)
  await expect(row('rendition.pdf')).toContainText('Industrial · Rendition')
  await expect(description).toHaveValue('Typed before the second file')

  await test.step('a reload and the address of the form show the waiting batch', async () => {
    await page.goto('/add')
    await expect(page).toHaveURL(BATCH)
    await expect(rows).toHaveCount(2)
  })
  await test.step('an empty batch is the form again, with what the person typed', async () => {
    await removeAll.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove files' }).click()
    await expect(page).toHaveURL('/add')
    await expect(category.locator('option:checked')).toHaveText('Industrial')
    await expect(type.locator('option:checked')).toHaveText('Rendition')
    await expect(description).toHaveValue('Typed before the second file')
    await expect(page.getByRole('heading', { level: 1, name: 'Upload files' })).toBeFocused()
  })
  await test.step('a rejected file does not count, and its reason stays', async () => {
    await form.input.setInputFiles([PDF, fileOf('notes.txt', Buffer.from('text'))])
    await expect(form.file('rendition.pdf')).toBeVisible()
    await expect(form.problem).toContainText('notes.txt: this type of file is not accepted.')
    await form.input.setInputFiles([...smallFiles(1), fileOf('other.txt', Buffer.from('text'))])
    await expect(rows).toHaveCount(2)
    await expect(form.problem).toContainText('other.txt: this type of file is not accepted.')
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
})

test('R3.50 files chosen right after Upload another type are in the new list', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, rows, row, submit, succeeded } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(2))
  await fillForAll(page)
  await submit.click()
  await expect(succeeded).toBeVisible()
  // The field that the press leaves on the screen, before the address can change.
  const again = page.getByRole('button', { name: 'Upload another type' })
  const field = await again.evaluateHandle(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    return document.querySelector<HTMLInputElement>('main input[type="file"]')
  })
  await expect(page).toHaveURL('/add')
  await field.evaluate((input) => {
    if (!input) throw new Error('No field for files is open.')
    const chosen = new DataTransfer()
    for (const name of ['next-1.pdf', 'next-2.pdf']) chosen.items.add(new File([`%PDF-1.4 ${name}`], name))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(rows).toHaveCount(2)
  await expect(row('next-1.pdf')).toBeVisible()
})

test('R3.51 each file of a batch has a progress bar, and Cancel asks and then keeps nothing', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, rows, progress, cancel, description } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await input.setInputFiles(smallFiles(2))
  for (const name of ['rendition-1.pdf', 'rendition-2.pdf']) {
    await expect(progress(name)).toHaveAttribute('value', '0')
  }
  await fillForAll(page, 'Typed for nothing')
  const question = page.getByRole('alertdialog', { name: 'Cancel this upload?' })
  await cancel.click()
  await question.getByRole('button', { name: 'Keep upload' }).click()
  await expect(rows).toHaveCount(2)
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page).toHaveURL('/home')
  await page.goto(BATCH)
  await expect(input).toBeAttached()
  await expect(rows).toHaveCount(0)
  await expect(description).toHaveValue('')
})

test('R3.30 chips limit the list, and a file that is edited stays until its chip is pressed again', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, rows, row, select, chip, category, type, description, about } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(4, (at) => (at === 4 ? 'div order 2026.pdf' : `scan-${at}.pdf`)))
  await expect(chip('All')).toHaveText('All 4')
  await expect(chip('To accept')).toHaveText('To accept 1')
  await expect(chip('Needs more')).toHaveText('Needs more 3')
  await chip('Needs more').click()
  await expect(rows).toHaveCount(3)
  await expect(row('div order')).toHaveCount(0)
  await select('scan-2.pdf').click()
  await category.selectOption('Industrial')
  await type.selectOption('Rendition')
  await description.pressSequentially('Typed letter by letter')
  await expect(about('Details for the selected file')).toBeVisible()
  await expect(row('scan-2.pdf')).toContainText('Ready to upload')
  await expect(row('scan-2.pdf')).toContainText('Typed letter by letter')
  await expect(chip('Ready')).toHaveText('Ready 1')
  await chip('Needs more').click()
  await expect(rows).toHaveCount(2)
  await chip('Already on file').click()
  await expect(page.getByText('No file is in this group.')).toBeVisible()
  await page.keyboard.press('Escape')
  await chip('All').click()
  await expect(rows).toHaveCount(4)
})

test('R3.31 buttons and keys lead to the next incomplete file and copy the details of the last', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, row, select, category, type, description, nextLacking, sameAsLast } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(4))
  await expect(sameAsLast).toBeDisabled()
  await select('rendition-1.pdf').click()
  await category.selectOption('Industrial')
  await type.selectOption('Rendition')
  await description.fill('Said once')
  await nextLacking.click()
  await expect(select('rendition-2.pdf')).toBeFocused()
  await page.keyboard.press('.')
  await expect(row('rendition-2.pdf')).toContainText('Ready to upload')
  await expect(row('rendition-2.pdf')).toContainText('Said once')
  await page.keyboard.press('n')
  await expect(select('rendition-3.pdf')).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await sameAsLast.click()
  await expect(row('rendition-3.pdf')).toContainText('Ready to upload')
  await expect(row('rendition-4.pdf')).toContainText('Ready to upload')
})

test('R3.61 a click on a row selects that file, and the panel shows and changes only selected files', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, row, select, description, about, preview, nextLacking } = queueScreen(page)
  const click = (number: number, modifiers: ('Shift' | 'Control')[] = []) =>
    row(name(number)).click({ position: { x: 300, y: 10 }, modifiers })
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(4))
  await expect(about('Details for all files')).toBeVisible()
  await expect(preview).toHaveCount(0)
  await expect(page.getByText('No file selected')).toBeVisible()
  await axeClean(page)
  await click(2)
  await expect(select(name(2))).toBeChecked()
  await expect(select(name(2))).toBeFocused()
  await expect(preview).toContainText(name(2))
  await description.fill('Of the second file')
  await expect(row(name(2))).toContainText('Of the second file')
  await expect(row(name(1))).not.toContainText('Of the second file')
  await click(3)
  await expect(select(name(2))).not.toBeChecked()
  await expect(preview).toContainText(name(3))
  await expect(description).toHaveValue('')
  await click(4, ['Shift'])
  for (const number of [3, 4]) await expect(select(name(number))).toBeChecked()
  await click(1, ['Control'])
  await expect(select(name(1))).toBeChecked()
  await expect(preview).toContainText(name(1))
  await test.step('the preview and the fields are about the same file after a file is taken out', async () => {
    await click(2)
    await select(name(3)).click()
    await select(name(3)).click()
    await expect(preview).toContainText(name(2))
    await expect(description).toHaveValue('Of the second file')
    await select(name(2)).click()
    await expect(about('Details for all files')).toBeVisible()
    await expect(preview).toHaveCount(0)
  })
  await test.step('the next incomplete file is selected too', async () => {
    await click(1)
    await page.keyboard.press('n')
    await expect(select(name(2))).toBeFocused()
    await expect(select(name(1))).not.toBeChecked()
    await page.keyboard.press('n')
    await expect(select(name(3))).toBeChecked()
    await expect(preview).toContainText(name(3))
    await click(1)
    await nextLacking.click()
    await expect(select(name(1))).toBeFocused()
  })
})

test('R3.34 the panel shows the selected file, without the server', async ({ page, desk, signIn }) => {
  const { input, row, preview } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles([
    fileOf('plant.png', SAMPLE_FILES.png),
    fileOf('letter.eml', SAMPLE_FILES.eml),
    PDF,
  ])
  await row('plant.png').getByText('plant.png').first().click()
  await expect(preview).toContainText('plant.png')
  const picture = preview.locator('canvas')
  await expect.poll(() => picture.evaluate((canvas: HTMLCanvasElement) => canvas.width)).not.toBe(300)
  await row('letter.eml').getByText('letter.eml').first().click()
  await expect(preview).toContainText('Subject:')
  await row('rendition.pdf').click({ position: { x: 300, y: 10 } })
  await expect(preview).toContainText('The portal shows this type of file after the upload.')
  await expect(row('rendition.pdf').getByRole('checkbox')).toBeChecked()
})

test('R3.35 of 500 files at least 12 are visible next to their details, and narrow windows have the list first', async ({
  page,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, rows, table, category, submit, county } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(BATCH)
  await input.setInputFiles(
    smallFiles(500, (at) => (at % 3 === 0 ? `102219 rend 2026 unit ${at}.pdf` : `SCAN9${at}.pdf`)),
  )
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  await fillForAll(page)
  await county.selectOption(desk.county.Name)
  const visible = () =>
    rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const { top, bottom, left } = row.getBoundingClientRect()
          return (
            document.elementsFromPoint(left + 60, top + 3).includes(row) &&
            document.elementsFromPoint(left + 60, bottom - 3).includes(row)
          )
        }).length,
    )
  await page.evaluate(() => scrollTo(0, 0))
  await page.settled({ only: 'paint' })
  expect(await visible()).toBeGreaterThanOrEqual(12)
  for (const part of [category, submit]) await expect(part).toBeInViewport({ ratio: 1 })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 768, 1024, 1200, 1440, 1920]) {
      await show(page, { colorScheme, width })
      await page.evaluate(() => scrollTo(0, 0))
      await expectNoSidewaysScroll(page)
      expect(await visible(), `${width} px`).toBeGreaterThanOrEqual(width < 768 ? 1 : 8)
      await expect(submit).toBeInViewport({ ratio: 1 })
      if (process.env['SHOTS'])
        await page.screenshot({ path: `/tmp/addnew-shots/${colorScheme}-${width}.png` })
    }
    await axeClean(page)
  }
})
