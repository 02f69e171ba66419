import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { linkedParties, test } from './steps/linking.ts'
import { storeText, suggestedBar, textOfBoth } from './steps/suggestions.ts'

test('R19.12 a suggestion appears once its key works', async ({
  page,
  desk,
  people,
  parties,
  records,
  fileId,
  signIn,
}) => {
  await storeText(records, fileId, 'Property owner: Mesa Compression LLC')
  await signIn(page, people.administrator)
  const held = Promise.withResolvers<void>()
  await page.route(`**/uploads/${fileId}/facts`, async (route) => {
    await held.promise
    await route.continue()
  })
  const answered = page.waitForResponse(/\/suggestions$/u)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  await (await answered).finished()
  await page.settled({ only: 'paint' })
  const bar = suggestedBar(page)
  await expect(bar).toHaveText('Looking for suggestions...')
  held.resolve()
  await expect(bar).toContainText('Mesa Compression LLC')
  await page.keyboard.press('l')
  await expect
    .poll(() => linkedParties(page, fileId, 'owners'))
    .toMatchObject([{ partyNumber: parties.mesa }])
})

test('R19.11 the keys of a file are saved in their order, whatever file the panel shows by then', async ({
  page,
  desk,
  people,
  parties,
  records,
  signIn,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 2 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [second = 0, first = 0] = ids
  for (const id of ids) await storeText(records, id, 'Property owner: Mesa Compression LLC')
  await signIn(page, people.administrator)
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/status/uploads/${first}/status`, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
  const link = suggestedBar(page).getByRole('button', { name: /^Link/u })
  await expect(link).toBeVisible()
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('l')
  await asked
  await page.keyboard.press('c')
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(String(second))
  await expect(link).toBeVisible()
  await page.keyboard.press('l')
  held.resolve()
  await expect.poll(() => linkedParties(page, second, 'owners')).toHaveLength(1)
  await expect(documentsScreen(page).row(first)).toContainText('Completed')
  expect(await linkedParties(page, first, 'owners')).toMatchObject([{ partyNumber: parties.mesa }])
})

const FORM = 'Form 50-149\nIndustrial Real Property Rendition of Taxable Property'

test('R19.13 L accepts one suggestion of each field', async ({
  page,
  desk,
  people,
  parties,
  records,
  signIn,
  axeClean,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [fileId = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk, typeId: 2 },
  ])
  await storeText(records, fileId, `${FORM}\n${await textOfBoth(records, desk, parties)}`)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const bar = suggestedBar(page)
  const focused = page.locator(':focus')
  await expect(bar.getByRole('button', { name: /^Accept 3/u })).toHaveAttribute(
    'title',
    /^Link Mesa.*, use Industrial/u,
  )
  await axeClean(page)
  await expect(focused).toHaveAttribute('data-autofocus')
  await page.keyboard.press('Shift+L')
  const announced = `Owner linked: Mesa Compression LLC. Agent linked: Lone Star Tax ${parties.code}. Type set: Industrial · Rendition`
  await expect(bar.getByRole('status')).toHaveText(announced)
  await expect(bar).toHaveText(/The text suggests nothing more\.$/u)
  await expect(focused, 'the focus stays').toHaveAttribute('data-autofocus')
  await expect(documentsScreen(page).row(fileId)).toContainText('Rendition')
  expect(await linkedParties(page, fileId, 'owners')).toMatchObject([{ partyNumber: parties.mesa }])
  expect(await linkedParties(page, fileId, 'agents')).toMatchObject([{ AgentNbr: parties.agent }])
})

test('R19.13 after a failed suggestion the rest stays suggested', async ({
  page,
  desk,
  people,
  parties,
  records,
  fileId,
  signIn,
}) => {
  await storeText(records, fileId, await textOfBoth(records, desk, parties))
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const bar = suggestedBar(page)
  const error = 'The agent could not be linked.'
  await page.route(`**/uploads/${fileId}/agents`, async (route) => {
    if (route.request().method() === 'PATCH') await route.fulfill({ status: 500, json: { error } })
    else await route.continue()
  })
  const both = bar.getByRole('button', { name: /^Accept 2/u })
  await expect(both).toBeVisible()
  await page.keyboard.press('Shift+L')
  await page.keyboard.press('c')
  await expect(bar.getByRole('status')).toHaveText('Owner linked: Mesa Compression LLC')
  await expect(bar.getByRole('alert')).toHaveText(`Lone Star Tax ${parties.code}: ${error}`)
  await expect(both).toHaveCount(0)
  await page.settled()
  await expect(documentsScreen(page).row(fileId), 'Completed does not follow').toContainText('New')
  await page.unroute(`**/uploads/${fileId}/agents`)
  await bar.getByRole('button', { name: /^Link/u }).click()
  await expect.poll(() => linkedParties(page, fileId, 'agents')).toHaveLength(1)
})
