import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { frame, setWidth } from './steps/frame.ts'

/** Indexes documents that were added without a call, and waits for it. */
const INDEX = `WITH queued AS (INSERT INTO document_to_index (document_id) SELECT unnest($1::integer[]))
  INSERT INTO job (kind, payload, run_at) VALUES ('index-changed-names', '{}', now())`

test('R15.31 R15.32 R15.30 a person searches from any screen, sees the hits, and takes the search off', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const own = { county: desk.county, uploadedBy: desk.clerk }
  const ids = await records.addDocuments([
    { ...own, fileName: 'Villarreal lease.pdf', description: 'Compressor station near Mentone' },
    { ...own, fileName: 'Other.pdf', description: 'Gas plant' },
  ])
  const [first] = ids
  await records.run(INDEX, [ids])
  await signIn(page, desk.clerk)
  const field = page.getByRole('combobox', { name: 'Search documents' })
  const results = page.getByRole('listbox', { name: 'Search results' })
  await page.goto('/landing')
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(async () => {
    await field.fill('')
    await field.fill('villar')
    await expect(results.getByRole('option', { name: 'Villarreal lease.pdf' })).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 60_000 })
  await axeClean(page)
  await page.keyboard.press('Escape')
  await expect(results).toHaveCount(0)
  await expect(field).toBeFocused()

  await test.step('Enter searches all documents', async () => {
    await field.fill('villareal')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home\?q=villareal$/)
    await expect(page.getByText('Showing results for villarreal')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(field).toHaveValue('villareal')
  })

  await test.step('R15.54 Enter opens the document whose number was typed, unless another option is chosen', async () => {
    await field.fill(String(first))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=file%3A${first}$`, 'u'))
    await field.fill(String(first))
    await expect(results.getByRole('option').first()).toHaveText(new RegExp(`^File ${first}`, 'u'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${first}$`, 'u'))
    const year = String(new Date().getFullYear() - 1)
    await page.route(`**/api/search?q=${year}`, async (route) => {
      const response = await route.fetch()
      const file = { kind: 'file', FileID: Number(year), FileName: 'a.pdf' }
      await route.fulfill({ json: { ...(await response.json()), goTo: file } })
    })
    await field.fill(year)
    await expect(results.getByRole('option').first()).toHaveText(new RegExp(`^File ${year}`, 'u'))
    await page.keyboard.press('Enter')
    await expect(page, 'a year searches').toHaveURL(new RegExp(`q=${year}$`, 'u'))
  })

  await test.step('R15.45 half a word finds the words that begin with it', async () => {
    await field.fill('villar mentone')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Showing results for words that begin with villar.')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
  })

  await test.step('hits are marked', async () => {
    await field.fill('compressors')
    await page.keyboard.press('Enter')
    await expect(page.locator('mark')).toHaveText(['Compressor'])
    await axeClean(page)
  })

  await test.step('a suggestion leads to its document', async () => {
    await field.fill('mentone')
    await expect(results).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=file%3A${ids[0]}$`))
  })

  await test.step('the chip takes the search off', async () => {
    await page.getByRole('button', { name: /Remove filter Search/ }).click()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(field).toHaveValue('')
  })

  await test.step('more filters narrow the list', async () => {
    await page.getByRole('button', { name: 'Add Filters' }).click()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('File type').selectOption('Excel')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/file=excel/)
    await expect(page.getByText('No records found')).toBeVisible()
  })
})

for (const width of [320, 390, 768]) {
  test(`R15.46 results stay inside a window of ${width} pixels, and on a phone they have its width`, async ({
    page,
    people,
    signIn,
  }) => {
    await signIn(page, people.administrator)
    await setWidth(page, width)
    await page.goto('/landing')
    const field = page.getByRole('combobox', { name: 'Search documents' })
    const results = page.getByRole('listbox', { name: 'Search results' })
    await field.fill('a name that nobody has')
    await expect(results).toBeVisible()
    await expectNoSidewaysScroll(page)
    const list = await results.boundingBox()
    expect(list?.x).toBeGreaterThanOrEqual(0)
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(width)
    if (width === 768) return
    for (const each of [field, results]) expect((await each.boundingBox())?.width).toBe(width - 24)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await frame(page).menuButton.click()
    await expect(frame(page).overlay).toBeVisible()
  })
}

test('R7.153 the search field says what it finds, and a phone shows no key', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/landing')
  const field = page.getByRole('combobox', { name: 'Search documents' })
  const key = page.getByRole('search').locator('kbd')
  await expect(field).toHaveAttribute('placeholder', 'Search documents, owners, agents, receipts')
  await expect(key).toBeVisible()
  await setWidth(page, 390)
  await expect(key).toBeHidden()
})
