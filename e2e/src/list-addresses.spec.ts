import { expect, test } from './browser/fixtures.ts'

const NOT_NARROWED = 'The list ignores them.'

test('R7.111 an address with wrong filters reports the ignored ones by their labels, on every list of the administration', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  await signIn(page, people.administrator)
  for (const [address, ignored] of [
    ['history?county=all&file=-1&kind=DROP&from=2026-02-30&x=1', 'County, File ID, Type of activity, From'],
    ['people?county=all&role=king&order=size', 'County, Role, Order by'],
    ['counties?state=half-open', 'Status'],
    ['jobs?list=everything', 'Show'],
    ['mailbox?state=lost', 'Show'],
  ] as const) {
    await page.goto(`/admin/${address}`)
    const note = page.getByRole('status').filter({ hasText: NOT_NARROWED })
    await expect(note, address).toHaveText(
      `This address has filters that cannot be used: ${ignored}. ${NOT_NARROWED}`,
    )
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./u })).toHaveCount(0)
  }
  await axeClean(page)

  await page.goto('/admin/people?role=king')
  await expect(page.getByText(NOT_NARROWED)).toBeVisible()
  await page.getByLabel('Role').selectOption('reader')
  await expect(page).toHaveURL(/\/admin\/people\?role=reader$/u)
  await expect(page.getByText(NOT_NARROWED)).toHaveCount(0)
})

test('a filter without a match is shown as selected, so that it can be removed', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/history?county=99999999&kind=document.unheard')
  await expect(page.getByText('No activity matches these filters.')).toBeVisible()
  await expect(page.getByLabel('County')).toHaveValue('99999999')
  await expect(page.getByLabel('Type of activity')).toHaveValue('document.unheard')
  await page.getByLabel('County').selectOption('')
  await expect(page).toHaveURL(/\?kind=document\.unheard$/u)
  await page.getByLabel('Type of activity').selectOption('')
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible()
})

test('a link from an administrator to another county shows a manager their own counties, and says so', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const invited = `theirs-${desk.county.CountyID}@reeves.example`
  const manager = await records.addUser({ county: desk.county, role: 'manager' })
  await signIn(page, people.administrator)
  const data = { lines: [invited], role: 'user', countyIds: [desk.county.CountyID] }
  const answer = await page.context().request.post('/api/admin/people/invitations', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  await signIn(page, manager)
  for (const [screen, table] of [
    ['history', 'Activity'],
    ['people', 'People'],
  ] as const) {
    await page.goto(`/admin/${screen}?county=${people.county.CountyID}`)
    await expect(page.getByRole('table', { name: table })).toContainText(invited)
    await expect(page.getByText('This address has filters that cannot be used: County.')).toBeVisible()
  }
})

test('a list that loads after an empty result says so; a place that is gone leads to the beginning', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/people?search=nobody-has-this-name')
  await expect(page.getByText('No one matches these filters.')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/people*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Search by address or name').fill('')
  await expect(page.getByText('Loading people...')).toBeVisible()
  await expect(page.getByText('0 people')).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.unroute('**/api/admin/people*')

  for (const address of ['people?after=xyz', 'jobs?after=xyz']) {
    await page.goto(`/admin/${address}`)
    await expect(page.getByText('This page of the list may no longer exist.')).toBeVisible()
    await page.getByRole('button', { name: 'First page' }).first().click()
    await expect(page.getByText('This page of the list may no longer exist.')).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: /\S/u })).toHaveCount(0)
  }
})

test('a list that cannot apply its filter keeps the old rows, marked as such', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/people')
  const [rows, extent] = [
    page.getByRole('table', { name: 'People' }),
    page.getByText(/\d+ (?:people|person)$/u),
  ]
  await expect(rows).toBeVisible()
  await page.route('**/api/admin/people?*', (route) => route.abort())
  await page.getByLabel('Role').selectOption('reader')
  await expect(page.getByRole('alert').filter({ hasText: 'This list could not be loaded.' })).toBeVisible()
  await expect(extent).toContainText('Still shown from before: ')
  await expect(rows).toHaveAttribute('data-dimmed', 'true')
  await page.unroute('**/api/admin/people?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(extent).not.toContainText('Still shown from before: ')
  await expect(page.getByRole('region', { name: 'People', exact: true })).toBeFocused()
})

test('an address in capital letters, or with encoded ones, leads to its screen', async ({
  page,
  people,
  signIn,
}) => {
  await page.goto('/Home')
  await expect(page).toHaveURL(/\/login/u)
  await signIn(page, people.administrator)
  await page.goto('/%68ome')
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await page.goto('/Admin/People')
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
})
