import { readFile } from 'node:fs/promises'
import { expect, test } from './browser/fixtures.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { setWidth, WIDTH } from './steps/frame.ts'
import {
  ATTACHMENTS_CALL,
  ownersScreen,
  ROLL_CALL,
  stubAttachments,
  stubRoll,
  type SampleOwner,
} from './steps/owners.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const OWNERS: readonly SampleOwner[] = [
  { name: 'abbott oil', current: 20, prior: null, cadId: '00A-1', agent: 'Pecos Tax Agents', files: 2 },
  { name: 'Abbott Oil Co', current: null, prior: 5 },
  { name: 'BAKER', current: -1234.5, prior: 5, cadId: '7' },
  { name: '=Cooper "Oil"', current: 1_000_000, prior: -1 },
  { name: 'Ötzi oil', current: 20, prior: 0 },
]
const NAMES = OWNERS.map(({ name }) => name)

test('an ordinary user sees the roll of their county immediately, searches and sorts it, and selects a year', async ({
  page,
  desk,
  signIn,
}) => {
  await test.step('S1.5 S2.91 S2.94 S2.95 S2.98 S2.99 S5.35 S6.5 S9.21 sees the roll of their county immediately, with the facts of the specification', async () => {
    const { heading, county, year, table, rows, names, row, extent } = ownersScreen(page)
    const asked = await stubRoll(page, OWNERS)
    await signIn(page, desk.clerk)
    await page.goto('/owner-details')
    await expect(heading).toHaveText('Owner Details (2026)')
    await expect(page).toHaveTitle('Owner Details · County Document Portal')
    await expect(county).toHaveCount(0)
    await expect(year.locator('option')).toHaveText([
      '2026',
      '2025',
      '2024',
      '2023',
      '2022',
      '2021',
      '2020',
      '2019',
      '2018',
    ])
    await expect(year).toHaveValue('2026')
    await expect(table.getByRole('columnheader')).toHaveText([
      'Owner Name',
      'CAD Owner ID',
      'Agent Name',
      'Current Value',
      'Prior Value',
      'File Count',
    ])
    await expect(names).toHaveText(NAMES)
    await expect(row('abbott oil').locator('th, td')).toHaveText([
      'abbott oil',
      '00A-1',
      'Pecos Tax Agents',
      '$20.00',
      '-',
      '2',
    ])
    await expect(row('BAKER').locator('th, td')).toHaveText(['BAKER', '7', '—', '-$1,234.50', '$5.00', '0'])
    await expect(extent).toHaveText('5 owners')
    await expect(table).toHaveAttribute('aria-rowcount', '6')
    await expect(rows.nth(2)).toHaveAttribute('aria-rowindex', '4')
    expect(asked.map(String)).toEqual(['appraisalYear=2026&form=columns'])
  })
  await test.step('S2.100 S2.101 R6.20 sorts by name and by both values, up and down, rows without a value last', async () => {
    const { names, sortBy, columnHeader } = ownersScreen(page)
    await expect(columnHeader('Owner Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(columnHeader('CAD Owner ID')).not.toHaveAttribute('aria-sort')
    await sortBy('Owner Name').click()
    await expect(names).toHaveText(NAMES.toReversed())
    await expect(columnHeader('Owner Name')).toHaveAttribute('aria-sort', 'descending')
    await sortBy('Current Value').click()
    await expect(columnHeader('Owner Name')).toHaveAttribute('aria-sort', 'none')
    await expect(columnHeader('Current Value')).toHaveAttribute('aria-sort', 'ascending')
    await expect(names).toHaveText(['BAKER', 'abbott oil', 'Ötzi oil', '=Cooper "Oil"', 'Abbott Oil Co'])
    await sortBy('Current Value').press('Enter')
    await expect(sortBy('Current Value')).toBeFocused()
    const descending = ['=Cooper "Oil"', 'abbott oil', 'Ötzi oil', 'BAKER', 'Abbott Oil Co']
    await expect(names).toHaveText(descending)
    await expect(page).toHaveURL('/owner-details?sort=current&order=desc')
    await page.reload()
    await expect(names).toHaveText(descending)
    await sortBy('Prior Value').click()
    await expect(names).toHaveText(['=Cooper "Oil"', 'Ötzi oil', 'Abbott Oil Co', 'BAKER', 'abbott oil'])
  })
  await test.step('R7.31 searching takes the focus with the key /, which stays a character in the field', async () => {
    const { search, names } = ownersScreen(page)
    await page.goto('/owner-details')
    // By now the screen has its listeners.
    await expect(names.first()).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')
    await page.keyboard.press('/')
    await expect(search).toHaveValue('/')
  })
  await test.step('S2.96 S5.34 finds rows that contain the words, in any case and alphabet, and is in the address', async () => {
    const { search, names, extent } = ownersScreen(page)
    await search.fill('öTZI OI')
    await expect(names).toHaveText(['Ötzi oil'])
    await expect(extent).toHaveText('1 of 5 owners')
    await expect(page).toHaveURL(`/owner-details?search=${encodeURIComponent('öTZI').replace('%20', '+')}+OI`)
    await page.reload()
    await expect(search).toHaveValue('öTZI OI')
    await expect(names).toHaveText(['Ötzi oil'])
    await search.fill('')
    await expect(names).toHaveText(NAMES)
    await expect(page).toHaveURL('/owner-details')
  })
  await test.step('S2.91 selects a year, which is in the heading, the address and the call', async () => {
    await page.unroute(ROLL_CALL)

    const { heading, year, names } = ownersScreen(page)
    const asked = await stubRoll(page, OWNERS)
    await page.goto('/owner-details')
    await expect(names).toHaveText(NAMES)
    await year.selectOption('2018')
    await expect(heading).toHaveText('Owner Details (2018)')
    await expect(page).toHaveURL('/owner-details?year=2018')
    await expect(names).toHaveText(NAMES)
    await page.goBack()
    await expect(heading).toHaveText('Owner Details (2026)')
    const years = () => asked.map((query) => query.get('appraisalYear'))
    await expect.poll(years).toEqual(['2026', '2018', '2026'])
    await page.goto('/owner-details?year=1999')
    await expect(heading).toHaveText('Owner Details (2026)')
  })
  await test.step('S2.103 says that it found nothing', async () => {
    const { search, empty, table, exportButton } = ownersScreen(page)
    await page.goto('/owner-details?year=2024')
    await search.fill('no such owner')
    await expect(empty).toHaveText('No records found for 2024 matching "no such owner".')
    await expect(table).toHaveCount(0)
    await expect(exportButton).toBeDisabled()
  })
})

test.describe('searching', () => {
  test.beforeEach(async ({ page, desk, signIn }) => {
    await stubRoll(page, OWNERS)
    await signIn(page, desk.clerk)
  })

  test('S2.96 S9.11 waits until the typing has paused for 300 ms', async ({ page, clock }) => {
    const { search, names } = ownersScreen(page)
    await clock.stop()
    await page.goto('/owner-details')
    await clock.until(names.first())
    await search.pressSequentially('OI')
    await clock.advance(290)
    await expect(names).toHaveText(NAMES)
    await search.press('l')
    await clock.advance(290)
    await expect(names).toHaveText(NAMES)
    await clock.advance(20)
    await expect(names).toHaveText(['abbott oil', 'Abbott Oil Co', '=Cooper "Oil"', 'Ötzi oil'])
  })
})

test('S2.92 S2.93 S5.35 administrators select a county first; until then there is no data; axe finds nothing', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
}) => {
  const { county, pleaseSelect, names, table, exportButton } = ownersScreen(page)
  const asked = await stubRoll(page, OWNERS)
  await signIn(page, people.administrator)
  await page.goto('/owner-details')
  await expect(pleaseSelect).toBeVisible()
  await expect(county.locator('option').first()).toHaveText('-- Select County --')
  await expect(table).toHaveCount(0)
  await expect(exportButton).toBeDisabled()
  expect(asked).toEqual([])
  await county.selectOption(desk.county.Name)
  await expect(names).toHaveText(NAMES)
  await expect(page).toHaveURL(`/owner-details?county=${desk.county.CountyID}`)
  await page.reload()
  await expect(names).toHaveText(NAMES)
  expect(asked.map((query) => query.get('countyId'))).toEqual(Array(2).fill(String(desk.county.CountyID)))
  await county.selectOption('-- Select County --')
  await expect(pleaseSelect).toBeVisible()
  await expect(table).toHaveCount(0)

  await test.step('no findings of axe, in light and dark, wide and on a phone', async () => {
    const { search, empty } = ownersScreen(page)
    await expectSoundLooks(page, axeClean)
    await page.unroute(ROLL_CALL)
    await stubRoll(page, [
      ...OWNERS,
      { name: 'W'.repeat(200), agent: 'A'.repeat(200), cadId: '9'.repeat(60), current: 9_999_999_999_999.99 },
    ])
    await signIn(page, desk.clerk)
    await page.goto('/owner-details')
    await expect(names).toHaveCount(6)
    await expectSoundLooks(page, axeClean)
    await search.fill('nobody')
    await expect(empty).toBeVisible()
    await axeClean(page)
  })
})

test('the attachments of an owner open from the file count, with a link each, and return the focus', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const ATTACHMENTS = [
    { NAME: 'rendition & more.pdf', Description: 'Rendition of the gas plant' },
    { NAME: 'letter (12).pdf', Description: '' },
  ]

  await test.step('S2.104 S2.105 empty, loading, and failed', async () => {
    const { filesOf, dialog, noAttachments } = ownersScreen(page)
    await stubRoll(page, OWNERS)
    const release = Promise.withResolvers<void>()
    await page.route(ATTACHMENTS_CALL, async (route) => {
      await release.promise
      await route.fulfill({ status: 500, body: '' })
    })
    await signIn(page, desk.clerk)
    await page.goto('/owner-details')
    await filesOf('BAKER').click()
    await expect(dialog.getByText('Loading data...', { exact: true })).toBeVisible()
    release.resolve()
    await expect(dialog.getByRole('alert')).toContainText('This list could not be loaded.')
    await stubAttachments(page, [])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(noAttachments).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.unroute(ATTACHMENTS_CALL)
  })
  await test.step('S1.5 S2.102 S7.42 S7.43 open from the file count, with a link each, and return the focus', async () => {
    const { filesOf, dialog, attachments } = ownersScreen(page)
    const asked = await stubAttachments(page, ATTACHMENTS)
    await page.goto('/owner-details?year=2025')
    await filesOf('abbott oil').press('Enter')
    await expect(attachments.first().locator('th, td')).toHaveText([
      'rendition & more.pdf',
      'Rendition of the gas plant',
      'View',
    ])
    await expect(dialog).toContainText('abbott oil')
    const { CountyID } = desk.county
    expect(asked.map(String)).toEqual([`ownerNbr=1001&appraisalYear=2025&countyId=${CountyID}`])
    const view = dialog.getByRole('link', { name: /^View rendition/u })
    await expect(view).toHaveAttribute(
      'href',
      `/api/owners/owner-attachments/view?ownerNbr=1001&appraisalYear=2025&countyId=${CountyID}&name=rendition+%26+more.pdf`,
    )
    await expect(view).toHaveAttribute('target', '_blank')
    await expectKeepsFocus(page, dialog)
    await axeClean(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(filesOf('abbott oil')).toBeFocused()
  })
})

test('S1.5 S2.97 S9.26 S9.27 S9.28 S9.29 R6.22 exports the rows as they are filtered and sorted, under the name of the county', async ({
  page,
  records,
  signIn,
}) => {
  const { exportButton, names } = ownersScreen(page)
  const county = await records.addCounty(`De/Witt ${crypto.randomUUID()}`)
  const clerk = await records.addUser({ county })
  await stubRoll(page, OWNERS)
  await signIn(page, clerk)
  await page.goto('/owner-details?year=2025&search=oil&sort=current&order=desc')
  await expect(names).toHaveCount(4)
  const coming = page.waitForEvent('download')
  await exportButton.click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`owner-details_${county.Name.replace('/', '_')}_2025.csv`)
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      '\uFEFFOwner Name,CAD Owner ID,Agent Name,Current Value,Prior Value',
      `"'=Cooper ""Oil""",,,1000000.00,-1.00`,
      'abbott oil,00A-1,Pecos Tax Agents,20.00,',
      'Ötzi oil,,,20.00,0.00',
      'Abbott Oil Co,,,,5.00',
      '',
    ].join('\r\n'),
  )
  await expect(exportButton).toBeEnabled()
})

test('the text of the table while it loads, without a roll, after a failure, and after leaving', async ({
  page,
  desk,
  signIn,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await signIn(page, desk.clerk)
  await test.step('nothing, if the screen is left before they have loaded', async () => {
    const { loading } = ownersScreen(page)
    await page.route(ROLL_CALL, () => {})
    await page.goto('/owner-details')
    await expect(loading).toBeVisible()
    await page.getByRole('link', { name: 'Documents' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents')
    expect(logged).toEqual([])

    await page.unroute(ROLL_CALL)
  })
  await test.step('S2.105 while it loads, and if the county has no roll', async () => {
    const { loading, empty } = ownersScreen(page)
    const release = Promise.withResolvers<void>()
    await stubRoll(page, [])
    await page.route(ROLL_CALL, async (route) => {
      await release.promise
      await route.fallback()
    })
    await page.goto('/owner-details')
    await expect(loading).toBeVisible()
    await expect(empty).toHaveCount(0)
    release.resolve()
    await expect(empty).toHaveText('No records found for 2026 matching "".')
    await expect(loading).toHaveCount(0)

    await page.unroute(ROLL_CALL)
  })
  await test.step('S8.38 R7.7 if it could not be fetched: a log line and Try again', async () => {
    const { failed, empty, names } = ownersScreen(page)
    await page.route(ROLL_CALL, (route) => route.fulfill({ status: 500, json: { error: 'Broken.' } }))
    await page.goto('/owner-details')
    await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
    await expect(empty).toHaveCount(0)
    await expect.poll(() => logged.join('\n')).toContain('Could not load owners roll')
    await page.unroute(ROLL_CALL)
    await stubRoll(page, OWNERS)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(names).toHaveText(NAMES)
    await expect(failed).toHaveCount(0)
  })
  await test.step('if only the file counts are missing', async () => {
    const { failed, names, column, filesOf } = ownersScreen(page)
    await page.route('**/api/owners/owner-details?*form=counts*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/owner-details')
    await expect(names).toHaveText(NAMES)
    await expect(failed).toContainText('The file counts could not be loaded.')
    await expect(column('File Count').first()).toHaveText('—')
    await page.unroute('**/api/owners/owner-details?*form=counts*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(filesOf('abbott oil')).toHaveText('2')
  })
  await test.step('if shown rows cannot be loaded again: they stay, marked as old', async () => {
    const { failed, names, section } = ownersScreen(page)
    await expect(names).toHaveText(NAMES)
    await page.route(ROLL_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    // Returning to the tab fetches again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(failed).toContainText('This list could not be loaded.')
    await expect(names).toHaveText(NAMES)
    await expect(section).toContainText('Still shown from before: 5 owners')

    await page.unroute(ROLL_CALL)
  })
  await test.step('S4.14 nothing, if the session has ended: it leads to the sign-in', async () => {
    await page.route(ROLL_CALL, (route) => route.fulfill({ status: 401, json: { error: 'Sign in.' } }))
    await page.goto('/owner-details')
    await expect(page).toHaveURL('/login')
  })
})

test('a long roll draws only visible rows, scrolls by keyboard alone, and shows cards on a phone', async ({
  page,
  desk,
  signIn,
}) => {
  const LONG: readonly SampleOwner[] = Array.from({ length: 20_000 }, (_owner, at) => ({
    name: `Owner ${String(at + 1).padStart(5, '0')}`,
    current: at,
  }))

  await stubRoll(page, LONG)
  await signIn(page, desk.clerk)
  await test.step('scrolls by keyboard alone', async () => {
    const { sortBy, row, names } = ownersScreen(page)
    await page.goto('/owner-details')
    await expect(names.first()).toBeVisible()
    await page.settled()
    await sortBy('Prior Value').focus()
    await page.keyboard.press('End')
    await expect(row('Owner 20000')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(row('Owner 00001')).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(row('Owner 00001').getByRole('button')).toBeFocused()
  })
  await test.step('R6.23 draws only visible rows, at every scroll position, and keeps the focused row', async () => {
    const { table, rows, row, filesOf, sortBy, names, search } = ownersScreen(page)
    await page.goto('/owner-details')
    await expect(names.first()).toHaveText('Owner 00001')
    expect(await rows.count()).toBeLessThan(80)
    await filesOf('Owner 00002').focus()
    await table.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(row('Owner 20000')).toBeInViewport()
    await expect(row('Owner 20000')).toHaveAttribute('aria-rowindex', '20001')
    await expect(filesOf('Owner 00002')).toBeFocused()
    expect(await rows.count()).toBeLessThan(80)
    await sortBy('Owner Name').click()
    await expect(names.first()).toHaveText('Owner 20000')
    await expect(row('Owner 20000')).toBeInViewport()
    await search.fill('123')
    await expect(names.first()).toHaveText('Owner 19123')
  })
  await test.step('shows cards on a phone, each with the names of its columns', async () => {
    const { names, table, sortBy } = ownersScreen(page)
    await setWidth(page, WIDTH.phone)
    await page.goto('/owner-details')
    await expect(names.first()).toHaveText('Owner 00001')
    await expectNoSidewaysScroll(page)
    await sortBy('Current Value').click()
    await expect(page).toHaveURL('/owner-details?sort=current')
    await sortBy('Current Value').click()
    await expect(names.first()).toHaveText('Owner 20000')
    await table.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(names.last()).toHaveText('Owner 00001')
    await names.last().scrollIntoViewIfNeeded()
    await expect(names.last()).toBeInViewport()
  })
})
