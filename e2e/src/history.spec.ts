import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test, type Desk, type People } from './browser/fixtures.ts'
import type { Account } from './browser/portal.ts'
import { exportParts } from './steps/exports.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { setWidth, WIDTH } from './steps/frame.ts'

type Stage = {
  page: Page
  desk: Desk
  people: People
  signIn: (page: Page, who: Account) => Promise<void>
}

/** Signs the administrator in and lets them invite a person to the county. Returns the entries about it. */
async function addAccount({ page, desk, people, signIn }: Stage, begin = 'told'): Promise<string> {
  await signIn(page, people.administrator)
  const { CountyID } = desk.county
  const address = `${begin}-${CountyID}@reeves.example`
  const data = { lines: [address], role: 'user', countyIds: [CountyID] }
  const answer = await page.context().request.post('/api/admin/people/invitations', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return `added the account ${address}`
}

test('R9.1 an administrator reads the activity, filters it, and exports it as CSV; an invalid filter or a failed load says so', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
  records,
}) => {
  const told = await addAccount({ page, desk, people, signIn })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/people')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/admin\/history$/)
  const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row')
  await expect(rows.filter({ hasText: 'signed in' }).first()).toContainText(people.administrator.email)

  await page.getByLabel('County').selectOption(desk.county.Name)
  await expect(page).toHaveURL(new RegExp(`county=${desk.county.CountyID}`))
  const added = rows.filter({ hasText: told })
  await expect(added).toBeVisible()
  await expect(rows.filter({ hasText: 'signed in' })).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  const menu = exportParts(page)
  await menu.button.click()
  await menu.format('CSV').check()
  const [download] = await Promise.all([page.waitForEvent('download'), menu.start.click()])
  expect(download.suggestedFilename()).toMatch(/^activity_.+_\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trimEnd().split('\r\n').slice(1).join('\n')).toContain(told)

  await page.getByLabel('Type of activity').selectOption('Uploaded')
  await expect(page.getByText('No activity matches these filters.')).toBeVisible()
  await page.goBack()
  await expect(added).toBeVisible()

  await test.step('an invalid filter says so: letters for a file, and days in the wrong order', async () => {
    await page.goto('/admin/history')
    const file = page.getByLabel('File ID')
    await file.fill('seventeen')
    await expect(page.getByText('Please enter a number, such as 17.')).toBeVisible()
    await expect(file).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL(/\/admin\/history$/)
    await page.getByLabel('From', { exact: true }).fill('2026-05-02')
    await page.getByLabel('To', { exact: true }).fill('2026-05-01')
    await expect(page.getByText('This is before From.')).toBeVisible()
    await axeClean(page)
    await file.fill('17')
    await expect(page.getByText('Please enter a number, such as 17.')).toHaveCount(0)
    await expect(page).toHaveURL(/file=17/)
    await page.getByLabel('To', { exact: true }).fill('2026-05-02')
    await expect(page.getByText('This is before From.')).toHaveCount(0)
  })
  await test.step('R9.5 types and counties that could not be loaded say so, and Try again loads them', async () => {
    for (const [field, call, choice] of [
      ['County', '**/api/lookup/counties', desk.county.Name],
      ['Type of activity', '**/api/admin/history/kinds', 'Uploaded'],
    ] as const) {
      await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto('/admin/history')
      const failed = page.getByRole('main').getByRole('search').getByRole('alert')
      await expect(failed, field).toHaveText(/^This list could not be loaded\./u)
      await page.unroute(call)
      await failed.getByRole('button', { name: 'Try again' }).click()
      await expect(failed, field).toHaveCount(0)
      await expect(page.getByLabel(field)).toBeFocused()
      await page.getByLabel(field).selectOption(choice)
    }
  })
  await test.step('Next and First page move the focus to the new rows, and lead nowhere from rows of another filter', async () => {
    const county = await records.addCounty()
    const lines = Array.from({ length: 51 }, (_, at) => `older-${county.CountyID}-${at}@reeves.example`)
    const data = { lines, role: 'user', countyIds: [county.CountyID] }
    const answer = await page.context().request.post('/api/admin/people/invitations', { data })
    expect(answer.status(), await answer.text()).toBe(200)
    await page.goto(`/admin/history?county=${county.CountyID}`)
    const list = page.getByRole('region', { name: 'Activity', exact: true })
    const step = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name })
    await expect(list.getByText('Showing the latest 50')).toBeVisible()
    for (const [name, rows] of [
      ['Next', 1],
      ['First page', 50],
    ] as const) {
      await step(name).focus()
      await page.keyboard.press('Enter')
      await expect(list.getByRole('rowheader')).toHaveCount(rows)
      await expect(list).toBeFocused()
      await expect(list.getByRole('rowheader').first()).toBeInViewport()
    }
    const table = page.getByRole('table', { name: 'Activity' })
    await expect(table).not.toHaveAttribute('data-dimmed')
    await page.route(/\/api\/admin\/history\?.*person=/u, (route) => route.abort())
    await page.getByLabel('Person').fill(people.administrator.email)
    await expect(list.getByText('Still shown from before:')).toBeVisible()
    await expect(table).toHaveAttribute('data-dimmed', 'true')
    await expect(step('Next')).toHaveAttribute('aria-disabled', 'true')
    await step('Next').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?person=[^&]+&county=\d+$/u)
  })
})

test('V8.4.1 a manager reads the activity in their county, and a county user is told that the screen is not for them', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const told = await addAccount({ page, desk, people, signIn })
  const manager = await records.addUser({ county: desk.county, role: 'manager' })
  await signIn(page, manager)
  await page.goto('/admin/history')
  const table = page.getByRole('table', { name: 'Activity' })
  await expect(table).toContainText(told)
  await expect(table).not.toContainText(people.county.Name)
  await expect(table.getByRole('columnheader', { name: 'From' })).toHaveCount(0)

  await signIn(page, desk.clerk)
  await page.goto('/admin/history')
  await expect(page.getByText('Only administrators and managers of a county may do this.')).toBeVisible()
})

test('R9.4 an actor is shown by their whole address, with their own name below it, and the event to the end of its sentence', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const email = `${'longest.address.of.the.county'.padEnd(44, 'x')}-${desk.county.CountyID}@reeves.example`
  const clerk = await records.addUser({ email, county: desk.county })
  await signIn(page, clerk)
  await page.goto('/account')
  await page.getByLabel('Your name').fill('Clerk of the longest name')
  await page.getByLabel('Your name').press('Enter')
  await expect(page.getByText('Your name was saved.')).toBeVisible()
  await signIn(page, people.administrator)
  await page.goto(`/admin/history?person=${encodeURIComponent(email)}`)
  const who = page.getByRole('table', { name: 'Activity' }).getByRole('rowheader').first()
  const expectBoth = async () => {
    const [address, name] = [who.getByText(email), who.getByText('Clerk of the longest name')]
    for (const shown of [address, name]) await expect(shown).toBeVisible()
    const isWhole = await who.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)
    expect(isWhole, 'the address is not cut').toBe(true)
    expect(await lineOf(name), 'the name stands below').toBeGreaterThan(await lineOf(address))
    await expectNoSidewaysScroll(page)
  }
  await inEveryAppearance(page, expectBoth)
  for (const width of [WIDTH.desktop, 1024, 1280]) {
    await setWidth(page, width)
    await expectBoth()
  }
  await page.emulateMedia({ media: 'print' })
  await expectBoth()

  await test.step('an event is shown to the end of its sentence at every width', async () => {
    await page.emulateMedia({ media: 'screen' })

    const told = await addAccount(
      { page, desk, people, signIn },
      'maximiliana.of.the.appraisal.district'.padEnd(44, 'x'),
    )
    await page.goto(`/admin/history?county=${desk.county.CountyID}`)
    const what = page.getByRole('cell').filter({ hasText: `${told} as County user` })
    for (const width of [WIDTH.phone, WIDTH.desktop, 1024, 1280, WIDTH.wide]) {
      await setWidth(page, width)
      const isWhole = await what.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)
      expect(isWhole, `what was done is not cut at ${width} px`).toBe(true)
      await expectNoSidewaysScroll(page)
    }
  })
})

async function lineOf(text: Locator): Promise<number> {
  return (await text.boundingBox())?.y ?? 0
}
