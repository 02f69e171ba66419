import { expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const WIDE = { width: 1440, height: 900 }

test('a clerk uploads a correction of a file from its preview', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [older = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, fileName: 'wrong.pdf' },
  ])
  await signIn(page, desk.clerk)
  await page.setViewportSize(WIDE)
  await page.goto(`/home?view=${older}`)
  const panel = page.locator('[data-panel]')
  const form = uploadScreen(page)
  const line = page.getByText(`Corrects file ${older}`)
  await test.step('R25.16 the preview leads to the form, which names the file', async () => {
    await panel.getByRole('button', { name: 'Corrections…' }).click()
    const dialog = page.getByRole('dialog', { name: `Corrections of file ${older}` })
    await expect(dialog).toContainText('This file corrects no other file')
    await axeClean(page)
    await dialog.getByRole('link', { name: 'Upload a correction' }).click()
    await expect(page).toHaveURL(new RegExp(`/add\\?corrects=${older}$`, 'u'))
    await expect(page.getByText(/wrong\.pdf, received/u)).toBeVisible()
    // A line, as wide as the form.
    const [box] = await boxes(line.locator('xpath=ancestor::div[1]'))
    expect((box?.bottom ?? 0) - (box?.top ?? 0)).toBeLessThan(60)
    await axeClean(page)
  })
  await test.step('R25.17 a correction is one file: a second one is refused with a reason', async () => {
    await fillFields(page)
    await form.input.setInputFiles([fileOf('a.pdf', SAMPLE_FILES.pdf), fileOf('b.pdf', SAMPLE_FILES.pdf)])
    await expect(page.getByText('A correction is one file.')).toBeVisible()
    await expect(form.files).toHaveCount(0)
    await form.input.setInputFiles([fileOf('right.pdf', SAMPLE_FILES.pdf)])
    await form.submit.click()
    await expect(form.succeeded).toBeVisible()
  })
  const newer = Number(await form.receipt.getByRole('rowheader').first().textContent())
  await test.step('R25.18 the next upload corrects nothing', async () => {
    await form.again.click()
    await expect(form.category).toBeVisible()
    await expect(line).toHaveCount(0)
  })
  await test.step('R25.20 the list marks the older file, and the mark shows the newer one', async () => {
    await page.goto('/home')
    const list = documentsScreen(page)
    const mark = list.row(older).getByRole('button', { name: `Corrected by file ${newer}` })
    await expect(mark).toHaveText(/^Corrected/u)
    await axeClean(page)
    await mark.click()
    await expect(panel.getByRole('heading', { name: 'right.pdf' })).toBeVisible()
    await expect(panel.getByRole('link', { name: `file ${older}` })).toBeVisible()
  })
  await test.step('R25.19 the chain has both files with names and dates', async () => {
    await panel.getByRole('button', { name: 'Corrections…' }).click()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await expect(rows).toHaveText([
      new RegExp(`^File ${older} wrong\\.pdf received`, 'u'),
      new RegExp(`^File ${newer} \\(this file\\) right\\.pdf received`, 'u'),
    ])
  })
  await test.step('R25.23 an address of a corrected file leads to its correction', async () => {
    await page.goto(`/add?corrects=${older}`)
    await page.getByRole('link', { name: `Correct file ${newer}` }).click()
    await expect(page.getByText(`Corrects file ${newer}`)).toBeVisible()
    await page.getByRole('button', { name: 'Remove correction' }).click()
    await expect(page).toHaveURL(/\/add$/u)
    await expect(form.category).toBeFocused()
  })
})

test('R25.24 an editor says by keyboard what a file corrects, and removes that; nothing moves', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const [older = 0, newer = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, fileName: 'first.pdf' },
    { county: desk.county, uploadedBy: desk.clerk, fileName: 'second.pdf' },
  ])
  await signIn(page, people.administrator)
  await page.setViewportSize(WIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${newer}`)
  const panel = page.locator('[data-panel]')
  const places = async () =>
    (await boxes(panel.locator('dl > div'))).map(({ name: _name, ...place }) => place)
  const opener = panel.getByRole('button', { name: 'Corrections…' })
  await opener.scrollIntoViewIfNeeded()
  await page.settled()
  const before = await places()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: `Corrections of file ${newer}` })
  const field = dialog.getByLabel('Corrects file')
  await field.fill(String(older))
  await expect(dialog.getByText(/^first\.pdf, received/u)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await axeClean(page)
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('link', { name: `file ${older}` })).toBeVisible()
  await page.settled()
  expect(await places()).toEqual(before)
  await opener.click()
  await dialog.getByRole('button', { name: `Remove correction of file ${older}` }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(opener).toBeFocused()
})

test('R25.25 the edit dialog has the corrections, and the dialog in it sends nothing of the form', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const [older = 0, newer = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk },
    { county: desk.county, uploadedBy: desk.clerk },
  ])
  await signIn(page, people.administrator)
  await page.setViewportSize(WIDE)
  await openEditDialog(page, desk, newer)
  const { dialog } = editDialog(page)
  await dialog.getByRole('button', { name: 'Corrections…' }).click()
  const inner = page.getByRole('dialog', { name: `Corrections of file ${newer}` })
  await inner.getByLabel('Corrects file').fill('999999999')
  await expect(inner.getByText('This file does not exist.')).toBeVisible()
  await inner.getByRole('button', { name: 'Save' }).click()
  await expect(inner.getByRole('alert')).toHaveText(
    'A file can only correct an older file. Enter a lower file ID.',
  )
  await inner.getByLabel('Corrects file').fill(String(older))
  await page.keyboard.press('Enter')
  await expect(inner.getByRole('listitem')).toHaveCount(2)
  await axeClean(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('link', { name: `file ${older}` })).toBeVisible()
})

test('R25.20 R25.21 R25.26 the filter hides corrected files, and the mark fits every width', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const [older = 0, newer = 0, plain = 0] = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  await records.run(
    'INSERT INTO document_correction SELECT $1, $2, uploaded_by, now() FROM document WHERE id = $1',
    [newer, older],
  )
  await signIn(page, desk.clerk)
  await test.step('R25.26 in the preview, the line keeps its height and the number of the file', async () => {
    for (const width of [320, 390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const heights: number[] = []
      for (const fileId of [older, plain]) {
        await page.goto(`/home?view=${fileId}`)
        const button = page.locator('[data-panel]').getByRole('button', { name: 'Corrections…' })
        await expect(button).toBeVisible()
        const line = button.locator('xpath=ancestor::dd[1]')
        const [box] = await boxes(line)
        heights.push((box?.bottom ?? 0) - (box?.top ?? 0))
        if (fileId === plain) continue
        const text = line.locator('span').first()
        await expect(text).toHaveText(`Corrected by file ${newer}`)
        const [shown] = await boxes(text)
        const [link] = await boxes(text.getByRole('link'))
        expect(link?.right, `the number at ${width} px`).toBeLessThanOrEqual((shown?.right ?? 0) + 1)
      }
      expect(heights[0], `the heights at ${width} px`).toBe(heights[1])
    }
  })
  await page.goto('/home')
  const list = documentsScreen(page)
  await expect(list.rows).toHaveCount(3)
  await inEveryAppearance(page, async () => {
    await expect(
      list
        .row(older)
        .getByText(/^Corrected/u)
        .first(),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
  await page.setViewportSize(WIDE)
  await list.filters.toggle.click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page
    .getByRole('region', { name: 'Filters' })
    .getByLabel('Corrected files')
    .selectOption('Hide corrected')
  await list.filters.apply.click()
  await expect(list.rows).toHaveCount(2)
  await expect(list.row(plain)).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Remove filter Corrected files: Hide corrected' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/corrected=no/u)
})
