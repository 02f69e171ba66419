import type { Route } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { pasteOver } from './steps/keyboard.ts'
import { dropFiles, fileOf, fillFields, gateUploads, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'

const { pdf, xlsx } = SAMPLE_FILES
const PDF = fileOf('rendition.pdf', pdf)

function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 500, json: { error: 'Out of order.' } })
}

const COUNTIES = '**/api/lookup/counties'

test('S1.3 S2.74 S2.75 S2.78 S5.24 S5.26 S6.4 S9.3 asks an ordinary user for category, type, description and files; each choice of a category loads its types', async ({
  page,
  desk,
  signIn,
}) => {
  const { category, type, county, description, chooseButton, submit, cancel, problem } = uploadScreen(page)
  await signIn(page, desk.clerk)
  await test.step('a list that cannot be loaded says so and is tried again, category and types alike', async () => {
    const retry = page.getByRole('button', { name: 'Try again' })
    const unread = problem.filter({ hasText: 'This list could not be loaded.' })
    await page.route('**/api/lookup/categories', refuse)
    await page.route('**/api/lookup/types/1', refuse)
    await page.goto('/add')
    await expect(unread).toBeVisible()
    await page.unroute('**/api/lookup/categories')
    await retry.click()
    await expect(category).toBeFocused()
    await category.selectOption('Industrial')
    await expect(unread).toBeVisible()
    await page.unroute('**/api/lookup/types/1')
    // Selecting the same category again works like the button.
    await category.selectOption('Mineral')
    await expect(type).toContainText('Division Order')
    await category.selectOption('Industrial')
    await type.selectOption('Rendition')
    await expect(retry).toHaveCount(0)
  })
  await page.goto('/add')
  await expect(page).toHaveTitle('Upload files · County Document Portal')
  for (const field of [category, type, description]) await expect(field).toHaveAttribute('required')
  await expect(county).toHaveCount(0)
  await expect(page.getByText('Description (max 100 words)')).toBeVisible()
  await expect(page.getByRole('group', { name: /^Upload Files/u })).toBeVisible()
  await expect(chooseButton).toHaveAccessibleDescription(
    /pdf, png, jpg, jpeg, tif, tiff, doc, docx, xls, xlsx, eml/u,
  )
  await expect(submit).toHaveText('Upload Files')

  await test.step('S4.11 clears the type when the category changes, and offers the types of the new one', async () => {
    await expect(type).toBeDisabled()
    await category.selectOption('Industrial')
    await type.selectOption('Abatement')
    await category.selectOption('Agent Authorization')
    await expect(type).toHaveValue('')
    await expect(type.locator('option')).toHaveText([
      'Select a type',
      'Appointment of Agent',
      'Revocation',
      "Lessee's Designation",
      'Authority Letter',
    ])
  })
  await test.step('S4.11 each choice of a category requests its types again', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, id] = /\/lookup\/types\/(\d+)$/u.exec(request.url()) ?? []
      if (id !== undefined) asked.push(id)
    })

    for (const [name, aType] of [
      ['Industrial', 'Abatement'],
      ['Mineral', 'Division Order'],
      ['Industrial', 'Abatement'],
    ] as const) {
      await category.selectOption(name)
      await expect(type).toContainText(aType)
    }
    await expect.poll(() => asked).toEqual(['1', '2', '1'])
  })
  await cancel.click()
  await expect(page).toHaveURL('/home')
})

test('asks administrators for a county too; the documents go there, and none is stored without it', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const { county, input, submit, problem, receipt, succeeded } = uploadScreen(page)
  await signIn(page, people.administrator)
  await test.step('R5.59 a list that cannot be loaded never lets a document be stored without its county', async () => {
    const unread = problem.filter({ hasText: 'This list could not be loaded.' })
    let calls = 0
    await page.route(COUNTIES, refuse)
    page.on('request', (request) => {
      if (request.method() === 'POST') calls += 1
    })
    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([PDF])
    await expect(unread).toBeVisible()
    await submit.click()
    await expect(problem.filter({ hasText: 'list of counties' })).toBeVisible()
    await expect(county).toBeFocused()
    expect(calls).toBe(0)
    await page.unroute(COUNTIES)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(county).toContainText(desk.county.Name)
  })
  await test.step('S1.3 S2.75 S5.24 asks administrators for a county too; the documents go there', async () => {
    await expect(county).toHaveAttribute('required')
    await submit.click()
    await expect(problem).toHaveText('Please fill all required fields.')
    await expect(county).toBeFocused()
    await expect(county).toHaveAccessibleDescription('This field is required.')
    await county.selectOption(desk.county.Name)
    await expect(problem).toHaveCount(0)
    await submit.click()
    await expect(receipt).toContainText(desk.county.Name)
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(documentsScreen(page).column('County')).toHaveText([desk.county.Name])
  })
  await test.step('S2.75 R5.59 is not blocked if there is no county at all', async () => {
    const release = Promise.withResolvers<void>()
    await page.route(COUNTIES, async (route) => {
      await release.promise
      await route.fulfill({ json: [] })
    })

    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([PDF])
    await expect(county).toContainText('Loading counties...')
    release.resolve()
    await expect(county).toHaveCount(0)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
})

test('is not sent while a field is missing, nor with a description over its limits', async ({
  page,
  desk,
  signIn,
}) => {
  await test.step('S5.22 S5.24 is not sent while a field is missing, one after the other', async () => {
    const { category, type, description, chooseButton, input, submit, problem } = uploadScreen(page)
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') calls += 1
    })
    await signIn(page, desk.clerk)
    await page.goto('/add')
    const expectMissing = async (field: typeof category) => {
      await submit.click()
      await expect(problem.filter({ hasText: 'Please fill all required fields.' })).toBeVisible()
      await expect(field).toBeFocused()
    }
    await expectMissing(category)
    await category.selectOption('Industrial')
    await expectMissing(type)
    await type.selectOption('Rendition')
    await expectMissing(description)
    await description.fill('   ')
    await expectMissing(description)
    await description.fill('A text')
    await expectMissing(chooseButton)
    expect(calls).toBe(0)

    await input.setInputFiles([PDF])
    await expect(problem).toHaveCount(0)
  })
  await test.step('S5.23 R4.21 refuses a description over its limits, and accepts one at them', async () => {
    const { description, submit, problem, succeeded } = uploadScreen(page)
    await description.fill(Array.from({ length: 101 }, () => 'word').join(' '))
    await submit.click()
    await expect(problem.first()).toHaveText('Description exceeds 100 word limit.')
    await expect(description).toBeFocused()
    await pasteOver(description, 'x'.repeat(1001))
    await expect(problem.first()).toHaveText('Description exceeds 1000 characters.')
    await description.fill(Array.from({ length: 100 }, () => '文'.repeat(8)).join(' '))
    await expect(problem).toHaveCount(0)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
})

test('the drop area accepts files by keyboard, by click and by drop, refuses wrong, empty and too many ones, and removes a file', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await test.step('S2.76 accepts files by keyboard, by click and by drop, and removes them one by one', async () => {
    const { chooseButton, files, file, remove } = uploadScreen(page)
    // An early listener prevents the native dialog.
    page.on('filechooser', () => {})
    for (const [name, choose] of [
      ['by-keyboard.pdf', () => chooseButton.press('Enter')],
      ['by-click.pdf', () => chooseButton.click()],
      ['by-click-beside.pdf', () => page.getByText('at most 50 MB each').click()],
    ] as const) {
      const picking = page.waitForEvent('filechooser')
      await choose()
      const picker = await picking
      expect(picker.isMultiple()).toBe(true)
      await picker.setFiles([fileOf(name, pdf)])
      await expect(file(name)).toBeVisible()
      await remove(name).click()
      await expect(files).toHaveCount(0)
      await expect(chooseButton).toBeFocused()
    }
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['%PDF-1.7'], 'by-drop.pdf'))
      return transfer
    })
    await chooseButton.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(file('by-drop.pdf')).toBeVisible()
    await remove('by-drop.pdf').click()
    await expect(files).toHaveCount(0)
  })
  await test.step('S5.26 S5.27 S5.29 R5.31 refuses wrong, empty and repeated files, each with its sentence, and accepts the good one', async () => {
    const { input, files, problem } = uploadScreen(page)
    await input.setInputFiles([
      fileOf('notes.txt', Buffer.from('text')),
      PDF,
      fileOf('nothing.png', Buffer.alloc(0)),
    ])
    await expect(files).toHaveCount(1)
    await expect(problem).toHaveText([
      'notes.txt: this type of file is not accepted. Accepted types: pdf, png, jpg, jpeg, tif, tiff, doc, docx, xls, xlsx, eml.',
      'nothing.png is empty.',
    ])
    await problem.first().getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toHaveText(['nothing.png is empty.'])

    await problem.getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toHaveCount(0)
  })
  await test.step('S5.30 R5.20 refuses more than 2,000 files', async () => {
    const { chooseButton, files, problem } = uploadScreen(page)
    const names = Array.from({ length: 2000 }, (_, index) => `page-${index + 1}.pdf`)
    await dropFiles(chooseButton, names)
    await expect(problem).toHaveText('Please choose at most 2000 files.')
    await expect(files).toHaveCount(1)
  })
})

test('R5.62 during the transfer the buttons wait, the file has its progress and can be canceled, and leaving asks first', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await test.step('leaving asks first', async () => {
    const { input, submit } = uploadScreen(page)
    const gate = await gateUploads(page)
    await input.setInputFiles([PDF])
    await submit.click()
    await expect.poll(gate.begun).toBe(1)
    const question = page.getByRole('alertdialog')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(question).toContainText('Files are still being uploaded.')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/add')
    await expect(submit).toHaveText('Uploading...')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/files/upload'),
    )
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/home')
    await cancelled
    gate.letAllGo()
    await expect(documentsScreen(page).empty).toBeVisible()

    await page.unroute(UPLOAD_CALL)
  })
  await test.step('S2.77 S2.78 S4.9 S4.10 the buttons wait, and the file has its progress', async () => {
    await page.goto('/add')
    await fillFields(page)
    const { input, submit, cancel, category, progress, succeeded, receipt } = uploadScreen(page)
    const gate = await gateUploads(page)
    await input.setInputFiles([PDF])
    await submit.click()
    await expect(submit).toHaveText('Uploading...')
    await expect(submit).toBeDisabled()
    await expect(cancel).toBeDisabled()
    await expect(category).toBeDisabled()
    await expect(page).toHaveTitle('0 of 1 · Upload files · County Document Portal')
    await expect(page.getByText('Uploading: 0 of 1 stored.')).toBeInViewport()
    await expect(progress(PDF.name)).toBeVisible()
    await expect.poll(gate.begun).toBe(1)
    gate.letAllGo()
    await expect(succeeded).toBeVisible()
    await expect(receipt.locator('tbody').getByRole('row')).toHaveCount(1)
    await page.unroute(UPLOAD_CALL)
  })
  await test.step('S2.77 S7.20 R5.23 the button of the file cancels it, and its bytes are dropped', async () => {
    await page.goto('/add')
    await fillFields(page)
    const { input, submit, files, progress, remove } = uploadScreen(page)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 400_000,
    })
    await input.setInputFiles([fileOf('large.pdf', Buffer.concat([pdf, Buffer.alloc(8_000_000)]))])
    await submit.click()
    await expect
      .poll(async () => Number(await progress('large.pdf').getAttribute('value')))
      .toBeGreaterThan(0)
    expect(Number(await progress('large.pdf').getAttribute('value'))).toBeLessThan(100)
    await remove('large.pdf').click()
    await expect(files).toHaveCount(0)
    await expect(submit).toHaveText('Upload Files')
    await page.goto('/home')
    await expect(documentsScreen(page).rows).toHaveCount(1)
  })
})

test('a failed upload gives the reason, keeps the form, and is sent again', async ({
  page,
  desk,
  signIn,
}) => {
  const again = uploadScreen(page).again
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await test.step('without any connection says so and loses nothing', async () => {
    const { input, submit, file, description, succeeded } = uploadScreen(page)
    await page.route(UPLOAD_CALL, (route) => route.abort())
    await input.setInputFiles([PDF])
    await submit.click()
    await expect(file(PDF.name)).toContainText('This file was not stored.')
    await expect(description).toHaveValue('Rendition of the gas plant')
    await page.unroute(UPLOAD_CALL)
    await submit.click()
    await expect(succeeded).toBeVisible()

    await again.click()
  })
  await test.step('S3.20 S4.10 S7.20 S8.29 a failed file stays in the form, to be sent again', async () => {
    await fillFields(page)
    const { input, submit, problem, file, progress, succeeded, receipt } = uploadScreen(page)
    await page.route(UPLOAD_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await input.setInputFiles([fileOf('second.pdf', pdf)])
    await submit.click()
    await expect(problem.filter({ hasText: /^One or more uploads failed\.$/u })).toBeVisible()
    await expect(submit).toHaveText('Upload Files')
    await expect(file('second.pdf')).toContainText('This file was not stored.')
    await expect(progress('second.pdf')).toHaveCSS('opacity', '1')
    await page.unroute(UPLOAD_CALL)
    await submit.click()
    await expect(succeeded).toBeVisible()
    await expect(receipt.locator('tbody').getByRole('row')).toHaveCount(1)
    await again.click()
  })
  await test.step("S7.21 R5.60 shows the server's sentence for the file, and its details once", async () => {
    await fillFields(page)
    const { input, submit, file, problem, remove } = uploadScreen(page)
    await input.setInputFiles([fileOf('forged.png', Buffer.from('This is no picture.'))])
    await submit.click()
    await expect(file('forged.png')).toContainText('forged.png: the content is not a valid .png file.')
    await remove('forged.png').click()
    await page.route(UPLOAD_CALL, (route) =>
      route.fulfill({
        status: 415,
        json: { error: 'This file cannot be taken.', details: 'Found in it: Eicar.' },
      }),
    )
    await input.setInputFiles([fileOf('detailed.pdf', pdf)])
    await submit.click()
    await expect(file('detailed.pdf')).toContainText('This file cannot be taken.')
    await expect(problem).toHaveText('Found in it: Eicar.')
  })
})

test('names in any script come back in the receipt, the list and the download', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, submit, receipt, view } = uploadScreen(page)
  // Of different types, because equal bytes would be duplicates.
  const names = ['تقرير ٢٠٢٦.xlsx', '评估报告 二〇二六.docx', `O'Neil "final" 50%.xls`]
  const contents = [xlsx, SAMPLE_FILES.docx, SAMPLE_FILES.xls]
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(names.map((name, at) => fileOf(name, contents[at] ?? xlsx)))
  await submit.click()
  await expect(receipt.locator('tbody').getByRole('row')).toHaveCount(3)
  for (const name of names) await expect(receipt.getByText(name, { exact: true })).toBeVisible()
  await view.click()
  for (const name of names) {
    const link = page.getByRole('link', { name: `, ${name} (opens in a new tab)` })
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    const encoded = /filename\*=UTF-8''([^;]+)/u.exec(answer.headers()['content-disposition'] ?? '')?.[1]
    expect(decodeURIComponent(encoded ?? '')).toBe(name)
  }
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: names[0] ?? '' }).click()
  expect((await saving).suggestedFilename()).toBe(names[0])
})
