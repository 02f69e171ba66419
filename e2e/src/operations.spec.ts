import { expect, test } from './browser/fixtures.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

test('R8.42 an administrator sees the failed jobs and retries them; Next moves the focus to the new jobs', async ({
  page,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await records.run(
    `INSERT INTO job (kind, run_at, failed_at, attempts, last_error)
     SELECT 'made-up-work', now(), now(), 12, 'Error: connect ECONNREFUSED 10.0.0.5:25' FROM generate_series(1, 3)`,
  )
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/people')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('Background tasks').click()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  const byKind = page.getByRole('table', { name: 'By type' }).getByRole('row', { name: /made-up-work/ })
  await expect(byKind.locator('[data-label="Failed"]')).toHaveText('3')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('made-up-work')
  await expect(page).toHaveURL(/kind=made-up-work/)
  const jobs = page.getByRole('table', { name: 'Tasks' }).getByRole('row', { name: /made-up-work/ })
  await expect(jobs).toHaveCount(3)
  await expect(jobs.first()).toContainText('What it needs could not be reached.')
  await expectSoundLooks(page, axeClean)

  await jobs
    .first()
    .getByRole('button', { name: /Retry task/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'It will be retried now.' })).toBeVisible()
  await expect(jobs).toHaveCount(2)
  await page.getByRole('button', { name: 'Retry all: made-up-work' }).click()
  await expect(page.getByText('No tasks of this type here.')).toBeVisible()
  await page.getByLabel('Show').selectOption('waiting')
  await expect(jobs).toHaveCount(3)
  await page.getByLabel('Show').selectOption('refused')
  await expect(page.getByText('No e-mail was rejected in the last 30 days.')).toBeVisible()
  await axeClean(page)

  await test.step('Next moves the focus to the new jobs', async () => {
    await records.run(
      "INSERT INTO job (kind, run_at) SELECT 'endless-work', now() + interval '1 day' FROM generate_series(1, 51)",
    )
    await page.goto('/admin/jobs?list=waiting&kind=endless-work')
    const list = page.getByRole('region', { name: 'Tasks', exact: true })
    await expect(list.getByRole('rowheader')).toHaveCount(50)
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect(list.getByRole('rowheader')).toHaveCount(1)
    await expect(list).toBeFocused()
    await expect(list.getByRole('rowheader')).toBeInViewport()
    await records.run("DELETE FROM job WHERE kind = 'endless-work'")
  })
})

test('R8.44 an administrator sees the status of the portal, and a remedy for each warning; a failed load is reported once; others see nothing', async ({
  page,
  people,
  signIn,
  axeClean,
  desk,
}) => {
  await signIn(page, people.administrator)
  await page.goto('/admin/state')
  await expect(page.getByRole('heading', { name: 'System status' })).toBeVisible()
  await test.step('R7.66 a portal with warnings says so, and does not look simply healthy', async () => {
    await expect(page.getByText('Running.', { exact: true })).toHaveCount(0)
    await expect(page.getByText(/^Running, with \d+ warnings?\.$/u)).toBeVisible()
  })
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText(
    'No virus scanner is set up: uploads are not scanned. Ask whoever runs the server to connect an antivirus (CLAMD_URL).',
  )
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('PostgreSQL')
  await expect(page.getByRole('region', { name: 'Document store' })).toContainText('Disk')
  await expectSoundLooks(page, axeClean)

  await test.step('a part without a response is reported as such', async () => {
    await page.route('**/api/admin/state', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), store: null, health: null } })
    })
    await page.goto('/admin/state')
    await expect(page.getByRole('region', { name: 'Document store' })).toContainText('It did not answer.')
    await expect(page.getByText('The check of the portal did not end in time.')).toBeVisible()
    await axeClean(page)

    await page.unroute('**/api/admin/state')
  })
  await test.step('R8.14 the count of people who must set up a second factor leads to them', async () => {
    await page.route('**/api/admin/state', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), people: { mustSetUpFactor: 2 } },
      })
    })
    await page.goto('/admin/state')
    await page.getByRole('link', { name: '2 people must still set it up' }).click()
    await expect(page).toHaveURL(/\/admin\/people\?second-factor=needed$/u)
    await expect(page.getByLabel('Two-step verification')).toHaveValue('needed')
    await expect(page.getByText('0 people')).toBeVisible()

    await page.unroute('**/api/admin/state')
  })
  await test.step('R7.88 a warning links to the screen that shows its cause', async () => {
    await page.route('**/api/admin/state', async (route) => {
      const answer = await route.fetch()
      const warning = { text: '2 message(s) wait.', advice: null, screen: 'mailbox' }
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), health: { isReady: true, warnings: [warning] } },
      })
    })
    await page.goto('/admin/state')
    await page.getByRole('list', { name: 'Warnings' }).getByRole('link', { name: 'Open Mailbox' }).click()
    await expect(page).toHaveURL(/\/requests\/mailbox$/u)

    await page.unroute('**/api/admin/state')
  })
  await test.step('R8.48 jobs that could not be loaded are reported once, and the focus continues from Try again', async () => {
    for (const [screen, name] of [
      ['jobs', 'Tasks'],
      ['state', 'How the portal is'],
    ] as const) {
      const calls = `**/api/admin/${screen}*`
      await page.route(calls, (route) => route.abort())
      await page.goto(`/admin/${screen}`)
      const [region, again] = [
        page.getByRole('region', { name, exact: true }),
        page.getByRole('button', { name: 'Try again' }),
      ]
      await expect(again).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(1)
      await page.unroute(calls)
      await again.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(region).toBeFocused()
    }
  })
  await test.step('the screens are for administrators', async () => {
    await signIn(page, desk.clerk)
    for (const path of ['/admin/jobs', '/admin/state']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toHaveText('Only administrators may do this.')
    }
  })
})
