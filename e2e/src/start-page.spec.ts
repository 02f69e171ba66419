import { STATUS } from '@portal/contract/files/status.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'
import { layoutProblems } from './steps/layout.ts'
import { BATCH, queueScreen } from './steps/queue.ts'
import { fileOf } from './steps/upload.ts'

/** Pixels: a phone, a tablet, a small laptop, and wide screens. */
const WIDTHS = [390, 768, 1024, 1440, 1920]

function startPage(page: Page) {
  const main = page.getByRole('main')
  const ways = main.getByRole('navigation', { name: 'Start' }).getByRole('link')
  const box = (name: string | RegExp) => main.getByRole('region', { name })
  return {
    main,
    ways,
    box,
    boxes: main.locator('section section'),
    retry: main.getByRole('button', { name: 'Try again' }),
  }
}

const places = (of: Locator) =>
  of.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))

/** Follows a number, and counts the rows of the list that it leads to. */
async function expectRows(page: Page, link: Locator, rows: number): Promise<void> {
  await link.click()
  // The start page has tables, too.
  await expect(page).toHaveURL(/\/home\?/u)
  await expect(page.getByRole('main').locator('tbody').getByRole('row')).toHaveCount(rows)
  await page.goBack()
}

test('R18.9 the links of the specification are in one row at once, and do not move when the boxes come together', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, statusId: STATUS.needMoreInfo }])
  await signIn(page, desk.clerk)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/start', async (route) => {
    await answered.promise
    await route.continue()
  })
  const { ways, boxes } = startPage(page)
  await page.goto('/landing')
  await expect(ways).toHaveCount(4)
  await page.settled({ only: 'paint' })
  const tops = await ways.evaluateAll((all) =>
    all.map((way) => {
      const { top, height } = way.getBoundingClientRect()
      return Math.round(top + height / 2)
    }),
  )
  expect(new Set(tops).size).toBe(1)
  await expect(boxes).toHaveCount(0)
  const before = await places(ways)
  answered.resolve()
  await expect(boxes).toHaveCount(3)
  expect(await places(ways)).toEqual(before)
})

test('R18.3 R18.4 R18.10 a clerk sees what needs an answer, the last uploads and where things stand, and each number leads to its list', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const colleague = await records.addUser({ county: desk.county })
  const of = { county: desk.county, uploadedBy: desk.clerk }
  const [own] = await records.addDocuments([
    { ...of, statusId: STATUS.needMoreInfo, fileName: 'Asset list.pdf' },
    { ...of, statusId: STATUS.new, fileName: 'Plant.pdf' },
    { ...of, statusId: STATUS.completed, fileName: 'Wells.pdf' },
    { ...of, uploadedBy: colleague, statusId: STATUS.needMoreInfo, fileName: 'Lease.pdf' },
  ])
  await signIn(page, desk.clerk)
  await page.goto('/landing')
  const { box } = startPage(page)
  const questions = box(/^Needs your answer/u)
  await expect(questions.getByRole('listitem')).toContainText(['Asset list.pdf', 'Lease.pdf'])
  await expect(questions.getByRole('listitem').first()).toContainText('uploaded by you')
  await expect(box('Your last uploads').getByRole('rowheader')).toContainText([
    'Wells.pdf',
    'Plant.pdf',
    'Asset list.pdf',
  ])
  await axeClean(page)
  const status = box(/^Where things stand/u)
  await expectRows(page, status.getByRole('link', { name: '4 received' }), 4)
  await expectRows(page, status.getByRole('link', { name: '2 Needs More Info' }), 2)
  await expectRows(page, questions.getByRole('link', { name: 'All 2' }), 2)
  await questions.getByRole('link', { name: `Open file ${own}` }).click()
  await expect(page).toHaveURL(`/home?status=4&view=${own}`)
  await expect(page.getByRole('heading', { name: 'Asset list.pdf' })).toBeVisible()
})

test('R18.11 the start page says that a batch waits in this browser, and continues it', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { rows, input } = queueScreen(page)
  const { box } = startPage(page)
  await page.goto('/landing')
  await expect(box('Your last uploads')).toBeVisible()
  await expect(box('Not finished')).toHaveCount(0)
  await page.goto(BATCH)
  await input.setInputFiles([fileOf('one.pdf', SAMPLE_FILES.pdf), fileOf('two.png', SAMPLE_FILES.png)])
  await expect(rows).toHaveCount(2)
  await page.settled()
  await page.goto('/landing')
  await expect(box('Not finished')).toContainText('A batch of 2 files waits here: 2 without a type.')
  await box('Not finished').getByRole('link', { name: 'Continue the batch' }).click()
  await expect(page).toHaveURL(BATCH)
  await expect(rows).toHaveCount(2)
})

test('R18.2 R18.5 a manager sees the counties, the people to care for and what changed', async ({
  page,
  records,
  signIn,
  axeClean,
}) => {
  const counties = [await records.addCounty(), await records.addCounty()]
  const [first, second] = counties
  const manager = await records.addUser({ counties, role: 'manager' })
  const of = { uploadedBy: manager, statusId: STATUS.new }
  await records.addDocuments([
    { ...of, county: first ?? null },
    { ...of, county: second ?? null },
    { ...of, county: second ?? null },
  ])
  await signIn(page, manager)
  await page.goto('/landing')
  const { box } = startPage(page)
  const table = box(/^Where things stand/u)
  await expect(table.getByRole('rowheader')).toHaveText([second?.Name ?? '', first?.Name ?? '', 'All'])
  await expect(box('Your people')).toContainText('1 person without two-step verification')
  await expect(box('Lately')).toContainText('Nothing happened yet.')
  await axeClean(page)
  await expectRows(page, table.getByRole('link', { name: `2 New, ${second?.Name}` }), 2)
  await test.step('the county in the bar limits the page', async () => {
    await expect(page).toHaveURL(/\/landing$/u)
    await page
      .getByLabel('County you work for')
      .filter({ visible: true })
      .selectOption(String(first?.CountyID))
    await expect(table.getByRole('rowheader')).toHaveText([first?.Name ?? ''])
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.Name ?? '')
  })
})

test('R18.6 R18.7 R18.12 an administrator works through a list from its first document, and sees what waits', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const of = { county: desk.county, uploadedBy: desk.clerk }
  const [, newest] = await records.addDocuments([
    { ...of, uploadedAt: new Date(Date.now() - 3 * 86_400_000) },
    // Newer than what other tests add at the same time.
    { ...of, fileName: 'Newest.pdf', uploadedAt: new Date('2101-01-01') },
  ])
  // Administrators see the views that other tests have shared with a county.
  await records.run('DELETE FROM saved_view')
  await signIn(page, people.administrator)
  await page.goto('/landing')
  const { box } = startPage(page)
  await expect(box('Waits for a decision')).toBeVisible()
  await expect(box(/^System/u).getByRole('link', { name: 'System status' })).toHaveAttribute(
    'href',
    '/admin/state',
  )
  await expect(box(/^System/u)).toContainText('No virus scanner is set up')
  await axeClean(page)
  await box('Your desk').getByRole('link', { name: 'Work through: New', exact: true }).click()
  await expect(page).toHaveURL('/home?status=1&view=first')
  await expect(page.getByRole('heading', { name: 'Newest.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/home?status=1')
  expect(newest).toBeGreaterThan(0)
})

test('R7.151 R18.15 the desk shows the saved views of the person with their counts, above the usual lists', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const staff = await records.addUser({ county: desk.county, role: 'staff' })
  const of = { county: desk.county, uploadedBy: desk.clerk }
  await records.addDocuments([of, { ...of, statusId: STATUS.inProgress, fileName: 'Wells.pdf' }])
  await signIn(page, staff)
  const { box } = startPage(page)
  const lists = box('Your desk').locator('tbody').getByRole('rowheader')
  await page.goto('/landing')
  await expect(lists).toContainText(['New', 'New, without an owner', 'Needs More Info'])
  const data = { name: 'Mine, in progress', query: 'statusId=3', audience: 'me' }
  expect((await page.request.post('/api/views', { data })).ok()).toBe(true)
  await page.reload()
  await expect(lists).toContainText(['Mine, in progress', 'New', 'New, without an owner', 'Needs More Info'])
  await expect(box('Your desk').getByRole('cell').first()).toHaveText('1')
  await axeClean(page)
  await box('Your desk').getByRole('link', { name: 'Work through: Mine, in progress' }).click()
  await expect(page.getByRole('heading', { name: 'Wells.pdf' })).toBeVisible()
})

test('R18.33 a saved view opened from the start page is the current view, with its own columns', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const staff = await records.addUser({ county: desk.county, role: 'staff' })
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, statusId: STATUS.inProgress }])
  await signIn(page, staff)
  const send = async (method: 'POST' | 'PUT', path: string, data: unknown) => {
    const answer = await page.request.fetch(`/api/views${path}`, { method, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { readonly id: number }
  }
  const inWork = await send('POST', '', { name: 'In work', query: 'statusId=3', audience: 'me' })
  await send('POST', '', { name: 'Everything', query: '', audience: 'me' })
  await send('PUT', '/default', { id: inWork.id })
  const columns = ['status', 'id'].map((key) => ({ key, width: null }))
  await send('PUT', '/columns', { id: inWork.id, columns })
  const { box } = startPage(page)
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current="page"]')
  const open = async (name: string) => {
    await page.goto('/landing')
    await box('Your desk').getByRole('rowheader', { name }).getByRole('link').click()
    await expect(current).toContainText(name)
  }
  await open('In work')
  await expect(page.getByRole('columnheader').first()).toHaveText('Status')
  await open('Everything')
})

test('R18.8 R18.13 a part that did not load is named, a page that did not load can be asked for again, and the links stay', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  const { ways, box, retry, main } = startPage(page)
  await page.route('**/api/start', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), system: null } })
  })
  await page.goto('/landing')
  await expect(main).toContainText('This part could not be loaded: System.')
  await expect(box('Your desk')).toBeVisible()
  await page.unroute('**/api/start')
  await retry.click()
  await expect(box(/^System/u)).toBeVisible()
  await expect(retry).toHaveCount(0)
  await page.route('**/api/start', (route) => route.fulfill({ status: 500, json: { error: 'No.' } }))
  await page.reload()
  await expect(main.getByRole('alert')).toContainText('Failed to load the start page.')
  await expect(ways).toHaveCount(4)
})

test('R18.14 the start page fits every width in both themes, with what needs the person first on a phone, and on paper', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const longName = `${'Rendition_of_the_gas_plant_'.repeat(4)}.pdf`
  const of = { county: desk.county, uploadedBy: desk.clerk, fileName: longName }
  await records.addDocuments([{ ...of, statusId: STATUS.needMoreInfo }, of])
  const { box, boxes, ways } = startPage(page)
  for (const person of [desk.clerk, people.administrator]) {
    await signIn(page, person)
    await page.goto('/landing')
    await expect(boxes.first()).toBeVisible()
    for (const width of WIDTHS) {
      await setWidth(page, width)
      await page.settled({ only: 'paint' })
      await expectNoSidewaysScroll(page)
      expect(await layoutProblems(page, { hasTallRows: true }), `${width} px`).toEqual([])
    }
    await inEveryAppearance(page, () => axeClean(page))
  }
  await signIn(page, desk.clerk)
  await setWidth(page, 390)
  await page.goto('/landing')
  const tops = await boxes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await expect(boxes.first()).toHaveAccessibleName(/^Needs your answer/u)
  await page.emulateMedia({ media: 'print' })
  await expect(ways.first()).toBeHidden()
  await expect(box('Your last uploads')).toBeVisible()
})
