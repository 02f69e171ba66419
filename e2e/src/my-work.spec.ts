import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'

test('my work shows what a person has, and leads to it', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 2 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [first = 0, second = 0] = ids
  await signIn(page, desk.clerk)
  const work = page.getByRole('banner').getByRole('link', { name: /^My work/u })
  const region = (name: RegExp) => page.getByRole('region', { name })
  await test.step('R24.25 each empty section says so', async () => {
    await page.goto('/landing')
    await work.click()
    await expect(page).toHaveURL(/\/my-work$/u)
    await expect(region(/^Assigned to you/u)).toContainText('No files are assigned to you.')
    await expect(region(/^Mentions/u)).toContainText('No comment mentions you.')
    await expect(region(/^Rejected uploads/u)).toContainText('None of your uploads was rejected.')
    await expect(region(/^Questions for you/u)).toContainText('Nobody waits for your answer.')
    await expect(region(/^Pending decisions/u), 'R24.24 a clerk decides nothing').toHaveCount(0)
    await axeClean(page)
  })
  await test.step('R24.21 a file that is taken counts, and one that is given back does not', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [count, fileId] of [first, second].entries()) {
      await page.goto(`/home?view=${fileId}`)
      await expect(page.locator('[data-panel]').getByRole('button', { name: /^Take it/u })).toBeVisible()
      await page.keyboard.press('t')
      await expect(work).toHaveAccessibleName(count === 0 ? 'My work, 1 file' : 'My work, 2 files')
    }
    await page.locator('[data-panel]').getByRole('button', { name: 'Give back' }).click()
    await expect(work).toHaveAccessibleName('My work, 1 file')
  })
  await test.step('R24.25 it opens beside the list of own files', async () => {
    await work.click()
    await expect(region(/^Assigned to you 1$/u)).toBeVisible()
    await region(/^Assigned to you/u)
      .getByRole('listitem')
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(new RegExp(`assigned=me&view=${first}$`, 'u'))
    await expect(documentsScreen(page).fileIds).toHaveText([String(first)])
    await expect(page.locator('[data-panel]')).toContainText(`File ${first}`)
  })
  await test.step('R24.42 the link says which files Documents shows too', async () => {
    await records.run(
      `INSERT INTO document_assignee SELECT $1, id, id, now() FROM account WHERE email = $2`,
      [second, desk.clerk.email],
    )
    await records.run('UPDATE document SET status_id = 2 WHERE id = $1', [second])
    await page.goto('/my-work')
    const assigned = region(/^Assigned to you 1$/u)
    await expect(assigned).toContainText('1 completed file is also assigned to you.')
    await assigned.getByRole('link', { name: 'Show all in Documents' }).click()
    await expect(documentsScreen(page).fileIds).toHaveText([String(first), String(second)])
  })
  await test.step('R24.27 a mention leads to the comments, and is read then', async () => {
    await records.run(
      `INSERT INTO notice (person_id, kind, document_id, actor_id, created_at)
       SELECT id, 'mention', $1, id, now() FROM account WHERE email = $2`,
      [first, desk.clerk.email],
    )
    await page.goto('/my-work')
    await inEveryAppearance(page, async () => {
      await expect(region(/^Mentions 1$/u)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axeClean(page)
    })
    await region(/^Mentions 1$/u)
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(new RegExp(`view=${first}#comments$`, 'u'))
    await page.goto('/my-work')
    await expect(region(/^Mentions$/u)).toContainText(`mentioned you in a comment on file ${first}.`)
  })
  await test.step('it is readable in every width and appearance', async () => {
    await page.goto('/my-work')
    await inEveryAppearance(page, async () => {
      await expect(region(/^Assigned to you 1$/u)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axeClean(page)
    })
  })
})

test('R24.24 an administrator reads the numbers of Requests', async ({ page, people, signIn }) => {
  await page.route('**/api/requests/counts', (route) =>
    route.fulfill({ json: { mails: 3, virusChecks: 0, droppedFiles: 1 } }),
  )
  await signIn(page, people.administrator)
  await page.goto('/my-work')
  const decisions = page.getByRole('region', { name: 'Pending decisions 4' })
  await expect(decisions.getByRole('listitem')).toHaveText([
    'E-mails to review3',
    'Files of the drop folder1',
  ])
})

for (const width of [390, 768, 1024, 1440]) {
  test(`R24.26 the number of My work moves nothing at ${width} pixels`, async ({ page, people, signIn }) => {
    const counted = Promise.withResolvers<void>()
    await page.route('**/api/work/count', async (route) => {
      await counted.promise
      await route.fulfill({ json: { assigned: 100, questions: 0 } })
    })
    await signIn(page, people.administrator)
    await setWidth(page, width)
    await page.goto('/landing')
    const bar = page.getByRole('banner')
    const controls = bar.locator('a, button, input').filter({ visible: true })
    const places = () =>
      controls.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))
    await expect(bar.getByRole('link', { name: 'My work', exact: true })).toBeVisible()
    await page.settled({ only: 'paint' })
    const before = await places()
    counted.resolve()
    await expect(bar.getByText('99+').first()).toBeVisible()
    expect(await places()).toEqual(before)
    await expectNoSidewaysScroll(page)
  })
}
