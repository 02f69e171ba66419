import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { linkedParties, test } from './steps/linking.ts'
import { storeText, suggestedBar } from './steps/suggestions.ts'

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
