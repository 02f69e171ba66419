import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test, type Desk, type People } from './browser/fixtures.ts'
import type { Account } from './browser/portal.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'

type Stage = {
  page: Page
  desk: Desk
  people: People
  signIn: (page: Page, who: Account) => Promise<void>
}

/** Signs the administrator in and has them invite somebody to the county; what is told of it. */
async function addAccount({ page, desk, people, signIn }: Stage): Promise<string> {
  await signIn(page, people.administrator)
  const { CountyID } = desk.county
  const address = `told-${CountyID}@reeves.example`
  const data = { lines: [address], role: 'user', countyIds: [CountyID] }
  const answer = await page.context().request.post('/api/admin/people/invitations', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return `added the account ${address}`
}

test('an administrator reads what happened, narrows it, and takes it home as CSV', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
}) => {
  test.slow()
  const told = await addAccount({ page, desk, people, signIn })
  await page.goto('/admin/people')
  await page.getByRole('link', { name: 'What happened' }).click()
  await expect(page).toHaveURL(/\/admin\/history$/)
  const rows = page.getByRole('table', { name: 'What happened' }).getByRole('row')
  await expect(rows.filter({ hasText: 'signed in' }).first()).toContainText(people.administrator.email)

  await page.getByLabel('County').selectOption(desk.county.Name)
  await expect(page).toHaveURL(new RegExp(`county=${desk.county.CountyID}`))
  const added = rows.filter({ hasText: told })
  await expect(added).toBeVisible()
  await expect(rows.filter({ hasText: 'signed in' })).toHaveCount(0)
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^what-happened_\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trimEnd().split('\r\n').slice(1).join('\n')).toContain(told)

  await page.getByLabel('Kind').selectOption('Uploaded')
  await expect(page.getByText('Nothing that happened matches these filters.')).toBeVisible()
  await page.goBack()
  await expect(added).toBeVisible()
})

test('V8.4.1 a manager reads what happened in their county, and a county user is told that it is not for them', async ({
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
  const table = page.getByRole('table', { name: 'What happened' })
  await expect(table).toContainText(told)
  await expect(table).not.toContainText(people.county.Name)
  await expect(table.getByRole('columnheader', { name: 'From' })).toHaveCount(0)

  await signIn(page, desk.clerk)
  await page.goto('/admin/history')
  await expect(page.getByText('Only administrators and managers of a county may do this.')).toBeVisible()
})

test('a filter that cannot be followed says so: letters for a file, and days the wrong way round', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/history')
  const file = page.getByLabel('File number')
  await file.fill('seventeen')
  await expect(page.getByText('Please enter a number, such as 17.')).toBeVisible()
  await expect(file).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/\/admin\/history$/)
  await page.getByLabel('From day').fill('2026-05-02')
  await page.getByLabel('To day').fill('2026-05-01')
  await expect(page.getByText('This is before From day.')).toBeVisible()
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await file.fill('17')
  await expect(page.getByText('Please enter a number, such as 17.')).toHaveCount(0)
  await expect(page).toHaveURL(/file=17/)
  await page.getByLabel('To day').fill('2026-05-02')
  await expect(page.getByText('This is before From day.')).toHaveCount(0)
})
