import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from './browser/fixtures.ts'
import { documentsScreen, sortedColumn } from './steps/documents.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { linkedParties, test } from './steps/linking.ts'
import { BATCH, pasteRows, queueScreen, sheetDialog, smallFiles } from './steps/queue.ts'
import { expectSoundLooks } from './steps/two-looks.ts'
import { fileOf } from './steps/upload.ts'

const divisionOrderAndScan = (number: number) => ['', '', 'Division Order.pdf', 'scan.pdf'][number - 1] ?? ''

test('R5.90 pasted rows fill in the files that they name, after a preview', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, row, rows, submit, succeeded } = queueScreen(page)
  const { dialog, list, fill, cancel } = sheetDialog(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await expect(rows).toHaveCount(3)
  const sheet = [
    ['RENDITION-1.pdf', 'industrial', 'Extension Request', 'Gas plant near Pecos'],
    ['rendition-2.pdf', 'Mineral', 'Division Order', 'Lease 7'],
    ['rendition-3.pdf', 'Mineral', 'Divsion Order', 'Lease 8'],
    ['rendition-9.pdf', 'Mineral', 'Rendition', 'Lease 9'],
  ]
  await pasteRows(page, sheet)
  await expect(dialog).toContainText('3 files get: category 3, type 2, description 3.')
  await expect(list('Values not recognized')).toHaveText([
    'Line 3, Type ‘Divsion Order’: there is no such type in Mineral.',
  ])
  await expect(list('Rows not used')).toHaveText([
    'Line 4, rendition-9.pdf: no file of the list has this name.',
  ])
  await cancel.click()
  await expect(dialog).toBeHidden()
  await expect(row('rendition-1.pdf')).toContainText('Needs category, type, description')
  await pasteRows(page, sheet)
  await fill.click()
  await expect(row('rendition-1.pdf')).toContainText('Gas plant near Pecos')
  await expect(row('rendition-3.pdf')).toContainText('Needs type')
  await pasteRows(page, [['rendition-3.pdf', '', 'Division Order']])
  await expect(list('Files not in the spreadsheet')).toHaveText(['rendition-1.pdf', 'rendition-2.pdf'])
  await fill.click()
  await submit.click()
  await expect(succeeded).toBeVisible()
  await page.goto('/home')
  await expect(documentsScreen(page).rows).toHaveCount(3)
  await expect
    .poll(() => sortedColumn(page, 'Type'))
    .toEqual(['Division Order', 'Division Order', 'Extension Request'])
  await expect(page.getByText('Gas plant near Pecos')).toHaveCount(1)
})

function csv(name: string, lines: readonly string[]) {
  return fileOf(name, Buffer.from(lines.join('\r\n')))
}

test('R5.90 a CSV next to the files fills them in, with county and owner; one about other files says so', async ({
  page,
  desk,
  parties,
  people,
  signIn,
}) => {
  const { input, row, rows, problem, submit, succeeded, receipt } = queueScreen(page)
  const { dialog, list, fill } = sheetDialog(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await input.setInputFiles([csv('roll.csv', ['OwnerNbr,OwnerName', '1,Mesa'])])
  await expect(problem.first()).toContainText('roll.csv: no line of it names a file of this list.')
  await expect(problem.last()).toContainText('roll.csv: this type of file is not accepted.')
  await expect(dialog).toBeHidden()
  await input.setInputFiles([
    ...smallFiles(2),
    csv('list.csv', [
      'File name;County;Party number;Relation type;Category;Type;Description',
      `rendition-1.pdf;${desk.county.Name};${parties.mesa};Operator;Industrial;Rendition;Gas plant`,
      `rendition-2.pdf;${desk.county.Name};${parties.mesa + 900};;Industrial;Rendition;Gas plant`,
    ]),
  ])
  await expect(dialog).toContainText('list.csv: 2 files get')
  await expect(rows).toHaveCount(2)
  await expect(list('Values not recognized')).toHaveText([
    `Line 3, Party number ‘${parties.mesa + 900}’: no organization of the county matches this party number.`,
  ])
  await fill.click()
  await expect(row('rendition-1.pdf')).toContainText('Mesa Compression LLC')
  await submit.click()
  await expect(succeeded).toBeVisible()
  const ids = (await receipt.getByRole('rowheader').allTextContents()).map(Number)
  const linked = await Promise.all(ids.map((id) => linkedParties(page, id, 'owners')))
  expect(linked).toMatchObject([[{ partyNumber: parties.mesa, relationTypeName: 'Operator' }], []])
})

test('the preview of a spreadsheet looks right at every width, and axe finds nothing; rows can be typed or pasted into a field too', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, rows } = queueScreen(page)
  const { dialog, fill } = sheetDialog(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(40))
  await expect(rows.first()).toBeVisible()
  const text = 'The gas plant near Pecos with a long name, '
  await pasteRows(page, [
    ...Array.from({ length: 30 }, (_, at) => [
      `rendition-${at + 1}.pdf`,
      'Industrial',
      'Rendition',
      text.repeat(3),
    ]),
    ['rendition-31.pdf', 'Industrail', 'Rendition'],
    ['Another file with a long name, as scanners write them, 2026-04-15.pdf', 'Industrial', 'Rendition'],
  ])
  await expect(dialog).toBeVisible()
  // It is shown from its beginning, even though the focus is at its end.
  await expect(fill).toBeFocused()
  await expect.poll(() => dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0)

  for (const width of [320, 640, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await expectSoundLooks(page, axeClean)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await test.step('R5.90 rows can be typed or pasted into a field too', async () => {
    const { row } = queueScreen(page)
    const { rows: typed, show, list } = sheetDialog(page)
    await page.getByRole('button', { name: 'Fill in from a spreadsheet' }).click()
    await expect(typed).toBeFocused()
    await axeClean(page)
    await typed.fill('File,Description,Notes\nrendition-1.pdf,Lease 7,none')
    await show.click()
    await expect(list('Columns that are not used')).toHaveText(['Notes'])
    await expect(fill).toBeFocused()
    await fill.click()
    await expect(row('rendition-1.pdf')).toContainText('Lease 7')
  })
})

test('R7.131 R3.68 R3.69 in a batch the status is one line without an empty bar, and suggestions that come late move nothing', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { input, row, progress, table } = queueScreen(page)
  for (const [person, short, needs] of [
    [desk.clerk, '3 details missing', 'Needs category, type, description'],
    [people.administrator, '4 details missing', 'Needs category, type, county, description'],
  ] as const) {
    await signIn(page, person)
    await page.goto(BATCH)
    await input.setInputFiles(smallFiles(2, (number) => `plain ${number}.pdf`))
    await expect(row('plain 2.pdf')).toBeVisible()
    const before = await table.boundingBox()
    await input.setInputFiles(smallFiles(4, divisionOrderAndScan).slice(2))
    await expect(row('Division Order.pdf').getByRole('button', { name: 'Fill in' })).toBeVisible()
    await expect(page.getByText('We can fill in 1 file from its name.')).toBeVisible()
    expect((await table.boundingBox())?.y).toBe(before?.y)
    for (const width of [390, 768, 1024, 1200, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['Division Order.pdf', 'scan.pdf']) {
        const status = row(name).locator('[data-said]')
        await expect(status.locator('[aria-hidden]')).toHaveText(short)
        await expect(status).toHaveAttribute('title', needs)
        await expect(status).toContainText(needs)
        const lines = await status.locator('[aria-hidden]').evaluate((text) => text.getClientRects().length)
        expect(lines, `${short} at ${width}`).toBe(1)
        await expect(progress(name)).toHaveCSS('opacity', '0')
      }
    }
    await page.getByRole('button', { name: 'Remove all' }).click()
  }
})

test('R5.91 names suggest type, owner and year: next to each file, accepted for one or for all, never automatically', async ({
  page,
  desk,
  parties,
  records,
  signIn,
}) => {
  const staff = await records.addUser({ county: desk.county, role: 'staff' })
  const { input, row, category, type, relation, description, about, submit, succeeded, receipt, select } =
    queueScreen(page)
  const accept = (name: string) => page.getByRole('button', { name: `Fill in ${name}` })
  await signIn(page, staff)
  await page.goto(BATCH)
  await input.setInputFiles(
    smallFiles(
      4,
      (number) =>
        [`${parties.mesa} inventory 2026.pdf`, 'div order 2026.pdf', 'AOA.pdf', 'scan.pdf'][number - 1] ?? '',
    ),
  )
  await expect(row('inventory')).toContainText('Suggested: Industrial · Inventory Report')
  await expect(row('inventory')).toContainText('Suggested: Mesa Compression LLC')
  await expect(row('inventory')).toContainText('Needs category, type, description')
  await expect(page.getByText('We can fill in 3 files from their names.')).toBeVisible()
  await accept('div order 2026.pdf').click()
  await expect(select('div order 2026.pdf')).toBeFocused()
  await expect(row('div order')).toContainText('Ready to upload')
  await expect(row('div order')).toContainText('Division Order 2026')
  await expect(row('inventory')).toContainText('Needs category, type, description')
  await select('AOA.pdf').click()
  await expect(about('Details for the selected file')).toBeVisible()
  await category.selectOption('Correspondence')
  await type.selectOption('Letter')
  await description.fill('My own words')
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect(row('inventory')).toContainText('Industrial · Inventory Report')
  await expect(row('inventory')).toContainText('Mesa Compression LLC')
  await expect(row('inventory')).toContainText('Needs relation type')
  await expect(row('AOA')).toContainText('Letter')
  await expect(page.getByText(/^We can fill in/u)).toHaveCount(0)
  await select('AOA.pdf').click()
  await relation.selectOption('Owner')
  await select('scan.pdf').click()
  await category.selectOption('Industrial')
  await type.selectOption('Rendition')
  await description.fill('A scan')
  await submit.click()
  await expect(succeeded).toBeVisible()
  const ids = (await receipt.getByRole('rowheader').allTextContents()).map(Number)
  expect(await linkedParties(page, ids[0] ?? 0, 'owners')).toMatchObject([{ partyNumber: parties.mesa }])
  expect(await linkedParties(page, ids[1] ?? 0, 'owners')).toEqual([])
})

test('R5.91 a type that differs from that for all files is accepted one by one, and suggestions can be hidden', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, row, rows, category, type, description } = queueScreen(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await category.selectOption('Industrial')
  await type.selectOption('Rendition')
  await input.setInputFiles(
    smallFiles(
      6,
      (number) =>
        `Request for an extension 2026 of the gas plant near Pecos with a long name, unit ${number}.pdf`,
    ),
  )
  await expect(row('unit 2.pdf')).toContainText('Suggested: Industrial · Extension Request')
  for (const width of [320, 640, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectSoundLooks(page, axeClean)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Fill in all 6' }).click()
  await expect(row('unit 1.pdf')).toContainText('Extension Request 2026')
  await expect(row('unit 1.pdf')).toContainText('Suggested: Industrial · Extension Request')
  await expect(
    page.getByText('The names of 6 files differ from your entries. Check each row, then press Fill in.'),
  ).toBeVisible()
  await row('unit 2.pdf')
    .getByRole('button', { name: /^Fill in/u })
    .click()
  await expect(row('unit 2.pdf').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('y')
  await expect(page.getByText('The names of 4 files differ')).toBeVisible()
  await page.getByRole('button', { name: 'Hide suggestions' }).click()
  await expect(page.getByText('Suggested:')).toHaveCount(0)
  await expect(rows).toHaveCount(6)
  await expect(row('unit 1.pdf')).toContainText('Rendition')
  await expect(row('unit 3.pdf')).toContainText('Extension Request')
  await expect(description).toHaveValue('')
})

test('R5.91 a folder’s name is the suggested description, and a CSV in it fills in its files', async ({
  page,
  desk,
  signIn,
}) => {
  const place = await mkdtemp(join(tmpdir(), 'portal-e2e-facts-'))
  const folder = join(place, 'Gas plants 2026')
  await mkdir(join(folder, 'Unit 7'), { recursive: true })
  await writeFile(join(folder, 'scan1.pdf'), SAMPLE_FILES.pdf)
  // Other bytes, so that it is no duplicate.
  await writeFile(
    join(folder, 'Unit 7', 'scan2.pdf'),
    Buffer.concat([SAMPLE_FILES.pdf, Buffer.from('% 2\n')]),
  )
  await writeFile(join(folder, 'list.csv'), 'Scan,Category,Type\nUnit 7\\SCAN2.PDF,Industrial,Rendition\n')
  const { row, rows } = queueScreen(page)
  const { dialog, list, fill } = sheetDialog(page)
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await page.locator('input[aria-label="Upload a folder"]').setInputFiles(folder)
  await expect(dialog).toContainText('list.csv: 1 file gets: category 1, type 1.')
  await expect(list('Files not in the spreadsheet')).toHaveText(['scan1.pdf'])
  await fill.click()
  await expect(rows).toHaveCount(2)
  await expect(row('scan2.pdf')).toContainText('Rendition')
  await expect(row('scan2.pdf')).toContainText('Suggested: Gas plants 2026, Unit 7')
  await page.getByRole('button', { name: 'Fill in all 2' }).click()
  await expect(row('scan2.pdf')).toContainText('Ready to upload')
  await expect(row('scan1.pdf')).toContainText('Needs category, type')
  await expect(row('scan1.pdf')).toContainText('Gas plants 2026')
  await rm(place, { recursive: true, force: true })
})
