import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { linkedParties, test } from './steps/linking.ts'
import { storeText, suggestedBar } from './steps/suggestions.ts'

const FILING = [
  'Form 50-149',
  'Industrial Real Property Rendition of Taxable Property',
  'Property owner: Mesa Compression LLC, station 4',
].join('\n')

test('a suggestion of the text is used by a button or a key, and the list and the panel follow', async ({
  page,
  desk,
  people,
  parties,
  records,
  signIn,
  axeClean,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'filing.pdf', content: SAMPLE_FILES.pdf })
  await records.run('UPDATE document SET type_id = 2 WHERE id = $1', [FileID])
  await storeText(records, FileID, FILING)
  await test.step('R19.7 people who may not edit see no suggestions', async () => {
    await page.goto(`/home?view=${FileID}`)
    await expect(page.locator('[data-panel]').getByText('Received', { exact: true })).toBeVisible()
    await expect(suggestedBar(page)).toHaveCount(0)
  })
  await signIn(page, people.administrator)
  const bar = suggestedBar(page)
  await test.step('R19.1 the first suggestion shows its words, and moves no button', async () => {
    const answers = Promise.withResolvers<void>()
    await page.route('**/suggestions', async (route) => {
      await answers.promise
      await route.continue()
    })
    await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
    const completed = page.locator('[data-panel]').getByRole('button', { name: /^Completed/u })
    await expect(bar).toHaveText('Looking for suggestions...')
    // A button has another width until its font is there.
    await page.settled({ only: 'paint' })
    const before = await completed.boundingBox()
    answers.resolve()
    await expect(bar).toContainText('Mesa Compression LLC')
    await expect(bar).toContainText('Suggested owner ')
    await expect(bar).toContainText('Property owner: Mesa Compression LLC, station 4')
    expect(await completed.boundingBox()).toEqual(before)
    await page.unroute('**/suggestions')
    await axeClean(page)
    expect(await linkedParties(page, FileID, 'owners'), 'nothing is linked by itself').toEqual([])
  })
  await test.step('R19.1 the other suggestion is a button away', async () => {
    await bar.getByRole('button', { name: 'Next suggestion, this is 1 of 2' }).click()
    await expect(bar).toContainText('Industrial · Rendition')
    await bar.getByRole('button', { name: 'Next suggestion, this is 2 of 2' }).click()
    await expect(bar).toContainText('Mesa Compression LLC')
  })
  await test.step('R19.10 l links the owner, and the panel names it', async () => {
    await page.keyboard.press('l')
    await expect(page.locator('[data-panel] dd', { hasText: 'Mesa Compression LLC' })).toBeVisible()
    expect(await linkedParties(page, FileID, 'owners')).toMatchObject([
      { partyNumber: parties.mesa, relationTypeName: 'Owner' },
    ])
    await expect(bar.getByRole('button', { name: /^Use/u })).toBeVisible()
    await expect(bar.getByText('Owner linked: Mesa Compression LLC').last()).toBeInViewport({ ratio: 1 })
  })
  await test.step('R19.10 Use sets the type, and the list shows it', async () => {
    await bar.getByRole('button', { name: /^Use/u }).press('Enter')
    await expect(documentsScreen(page).row(FileID)).toContainText('Rendition')
    await expect(bar).toHaveText(/The text suggests nothing more\.$/u)
    await expect(bar.getByText('Type set: Industrial · Rendition').last()).toBeInViewport({ ratio: 1 })
    await expect(bar, 'the focus stays near').toBeFocused()
  })
  await test.step('R19.10 Completed works right after it', async () => {
    await page.keyboard.press('c')
    await expect(documentsScreen(page).row(FileID)).toContainText('Completed')
  })
})

test('R19.11 a key pressed while another file opens changes no other file', async ({
  page,
  desk,
  people,
  parties,
  records,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [third = 0, second = 0, first = 0] = ids
  for (const id of ids) await storeText(records, id, 'Property owner: Mesa Compression LLC')
  await signIn(page, people.administrator)
  const link = suggestedBar(page).getByRole('button', { name: /^Link/u })
  const openedFile = () => new URL(page.url()).searchParams.get('view')
  /** Holds the next change of a status until it is called. */
  const holdSave = async () => {
    const held = Promise.withResolvers<void>()
    const asked = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.route('**/api/status/uploads/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    return async (key: string) => {
      await asked
      await page.keyboard.press(key)
      await page.unroute('**/api/status/uploads/*', undefined)
      held.resolve()
    }
  }
  await test.step('j while Completed is being saved', async () => {
    await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
    await expect(link).toBeVisible()
    const release = await holdSave()
    await page.keyboard.press('c')
    await release('j')
    await expect(documentsScreen(page).row(first)).toContainText('Completed')
    await page.settled()
    expect(openedFile()).toBe(String(second))
    await expect(link).toBeVisible()
    expect(await linkedParties(page, second, 'owners')).toEqual([])
  })
  await test.step('j while a link is being saved', async () => {
    const release = await holdSave()
    await page.keyboard.press('l')
    await release('j')
    await expect.poll(openedFile).toBe(String(third))
    await expect.poll(() => linkedParties(page, second, 'owners')).toHaveLength(1)
    await expect(link).toBeVisible()
    await page.settled()
    await page.keyboard.press('l')
    await expect
      .poll(() => linkedParties(page, third, 'owners'))
      .toMatchObject([{ partyNumber: parties.mesa }])
  })
})
