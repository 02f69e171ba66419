import { expect, test } from './browser/fixtures.ts'
import { openAt } from './gallery/steps.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { frame } from './steps/frame.ts'

const REASON = 'This type of file is not accepted. Please choose a PDF, a picture, or a Word or Excel file.'

test('R11.28 R11.29 R7.102 an administrator works through the files of the drop folder by keyboard, and each leaves list and count', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const [document = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await records.run(
    `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, document_id, reason, changed_at, lies_as)
     VALUES (gen_random_uuid(), $1, 'f', 'Rendition of the north yard with all of its equipment 2026.exe', now() - interval '1 minute', 'refused', NULL, $3, NULL, NULL),
       (gen_random_uuid(), $1, 'f', 'scan 0001.pdf', now(), 'accepted', $2, NULL, now(), 'scan'),
       (gen_random_uuid(), $1, 'f', 'notes.txt', now() - interval '1 day', 'refused', NULL, $3, NULL, NULL)`,
    [desk.county.CountyID, document, REASON],
  )
  const rows = page.locator('tbody').getByRole('row').filter({ hasText: desk.county.Name })
  const tabs = page.getByRole('navigation', { name: 'Requests' })
  const entry = frame(page).row.getByRole('link', { name: /^Requests/u })
  const counted = async () => Number((await entry.innerText()).replace(/\D/gu, ''))

  await signIn(page, people.administrator)
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Open the drop folder' }).click()
  await expect(page).toHaveTitle('Drop Folder · County Document Portal')
  await expect(tabs.getByRole('link', { name: 'Drop Folder' })).toHaveAttribute('aria-current', 'page')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText(`It differs from file ${document}.`)
  await expect(rows.nth(1)).toContainText(REASON)
  const before = await counted()
  expect(before).toBeGreaterThanOrEqual(3)
  for (const look of [
    { colorScheme: 'dark', width: 390 },
    { colorScheme: 'light', width: 1440 },
  ] as const) {
    await show(page, look)
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  }

  await rows.nth(0).getByRole('button', { name: 'Done: scan 0001.pdf' }).focus()
  await page.keyboard.down('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Marked as done: scan 0001.pdf' })).toBeVisible()
  await expect(rows).toHaveCount(2)
  // The button of the row that took its place.
  await expect(rows.nth(0).getByRole('button')).toBeFocused()
  // The key is still held, and repeats.
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.settled()
  await expect(rows, 'a held key acts once').toHaveCount(2)
  await expect.poll(counted).toBeLessThan(before)
  await test.step('R9.6 Undo opens the file again, from the notice and from the list of done files', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'To review again: scan 0001.pdf' })).toBeVisible()
    await expect(rows).toHaveCount(3)
    await expect.poll(counted).toBe(before)
    await rows.nth(0).getByRole('button', { name: 'Done: scan 0001.pdf' }).click()
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Show').selectOption('done')
    await rows.getByRole('button', { name: 'Undo: scan 0001.pdf' }).click()
    await expect(rows).toHaveCount(0)
    await page.getByLabel('Show').selectOption('open')
    await expect(rows).toHaveCount(3)
    await rows.nth(0).getByRole('button', { name: 'Done: scan 0001.pdf' }).click()
    await expect(rows).toHaveCount(2)
  })
  await test.step('R11.51 Done on a file that changed meanwhile says so, and the file stays', async () => {
    await records.run(
      `UPDATE drop_file SET taken_at = taken_at + interval '1 second' WHERE county_id = $1 AND file_name = 'notes.txt'`,
      [desk.county.CountyID],
    )
    await rows.getByRole('button', { name: 'Done: notes.txt' }).click()
    const sentence =
      'This file has changed or was marked as done in the meantime. Look at it again in the list.'
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(rows).toHaveCount(2)
  })
  await page.getByLabel('Show').selectOption('done')
  await expect(page).toHaveURL('/requests/drop-folder?state=done')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(people.administrator.email)
  await axeClean(page)

  await test.step('R7.135 each tab has its count, whose room is there before', async () => {
    const counts = Promise.withResolvers<void>()
    await page.route('**/api/requests/counts', async (route) => {
      await counts.promise
      await route.fulfill({ json: { mails: 7, virusChecks: 0, droppedFiles: 1000 } })
    })
    await page.goto('/requests/drop-folder')
    await expect(tabs.getByRole('link')).toHaveText(['E-mails', 'Virus Checks', 'Drop Folder'])
    await page.settled({ only: 'paint' })
    const places = () =>
      tabs
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()))
    const before = await places()
    counts.resolve()
    await expect(tabs.getByRole('link')).toHaveText(['E-mails (7)', 'Virus Checks', 'Drop Folder (99+)'])
    expect(await places()).toEqual(before)
    await page.unroute('**/api/requests/counts')
  })
  await test.step('R11.28 without files it names the setting, and a clerk has no such screen', async () => {
    await page.route('**/api/drop-folder/files?*', (route) =>
      route.fulfill({ json: { isSetUp: false, open: 0, files: [], next: null } }),
    )
    await openAt(page, '/requests/drop-folder')
    await expect(page.getByText('No drop folder is connected.')).toBeVisible()
    await signIn(page, desk.clerk)
    await page.goto('/requests/drop-folder')
    await expect(page.getByText('Only administrators may do this.')).toBeVisible()
    await expect(tabs).toHaveCount(0)
  })
})
