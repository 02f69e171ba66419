import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { test } from './steps/linking.ts'

test('an owner that is searched for leads to its documents, or to its details', async ({
  page,
  desk,
  parties,
  fileId,
  records,
  signIn,
  axeClean,
}) => {
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await records.run(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, $2, 1, county_id, now(), uploaded_by FROM document WHERE id = $1`,
    [fileId, parties.mesa],
  )
  const { row, rows } = documentsScreen(page)
  const field = page.getByRole('combobox', { name: 'Search documents' })
  const results = page.getByRole('listbox', { name: 'Search results' })
  const option = (name: string | RegExp) => results.getByRole('option', { name }).first()
  await signIn(page, desk.clerk)
  await test.step('R15.48 its first choice in the drop-down opens its documents', async () => {
    await page.goto('/landing')
    await field.fill('Mesa Compr')
    await expect(option(/^MESA COMPR Documents/u)).toBeVisible()
    await axeClean(page)
    await page.keyboard.press('ArrowDown')
    await expect(option(/^MESA COMPR Documents/u)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/home?ownerNumber=${parties.mesa}`)
    await expect(rows).toHaveCount(1)
    await expect(row(fileId)).toBeVisible()
  })
  await test.step('R15.48 its second choice opens its details', async () => {
    await field.fill('mesa compr')
    await expect(results).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(option('Owner details of MESA COMPR')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/owner-details\?.*search=MESA\+COMPR/u)
  })
  await test.step('R7.166 results that name no owner begin directly below the filters', async () => {
    await page.goto('/home?q=rendition')
    await expect(page.getByText(/^Records|No records found/u).first()).toBeVisible()
    const filters = await page.getByRole('region', { name: 'Filters' }).boundingBox()
    const list = await page.getByRole('region', { name: 'Documents list' }).boundingBox()
    const gap = (list?.y ?? NaN) - (filters?.y ?? NaN) - (filters?.height ?? NaN)
    expect(gap).toBeLessThanOrEqual(24)
  })
  await test.step('R7.166 owners that are found late move nothing', async () => {
    const release = Promise.withResolvers<void>()
    await page.route('**/api/search?*', async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto('/home?q=Mesa+Compr')
    const results = page.getByRole('heading', { name: 'Results', includeHidden: true })
    await expect(page.getByText(/^Records|No records found/u).first()).toBeVisible()
    const place = await results.boundingBox()
    const found = page.waitForResponse('**/api/search?*')
    release.resolve()
    await (await found).finished()
    await page.settled()
    expect(await results.boundingBox()).toEqual(place)
    await page.unrouteAll({ behavior: 'wait' })
  })
  await test.step('R15.49 above the results, it offers both', async () => {
    await page.reload()
    const owners = page.getByRole('list', { name: 'Owners' })
    await expect(owners.getByRole('listitem')).toHaveCount(1)
    await axeClean(page)
    await expect(owners.getByRole('link', { name: 'Owner details of' })).toBeVisible()
    await owners.getByRole('link', { name: 'Documents of MESA COMPR' }).click()
    await expect(page).toHaveURL(`/home?ownerNumber=${parties.mesa}`)
    await expect(rows).toHaveCount(1)
  })
})
