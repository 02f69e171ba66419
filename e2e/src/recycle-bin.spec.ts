import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { expect, test } from './browser/fixtures.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { addToBin, BIN_CALL, PERMANENT_CALL, recycleBinScreen, RESTORE_CALL } from './steps/recycle-bin.ts'
import { TYPE } from './steps/reference.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const COLUMNS = [
  'FILE ID',
  'DATE DELETED',
  'CATEGORY',
  'TYPE',
  'DESCRIPTION',
  'COUNTY',
  'DELETED BY',
  'RESTORE',
  'PERMANENT DELETE',
]

test.describe('a row', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test("S2.83 S2.84 has the facts of the specification, in the firm's zone, newest deletion first, for people who may restore it", async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { table, row, fileIds } = recycleBinScreen(page)
    const plain = { county: desk.county, uploadedBy: desk.clerk }
    const kind = {
      categoryId: TYPE.mineralDivisionOrder.category,
      typeId: TYPE.mineralDivisionOrder.id,
      description: 'Division order of the six wells on the Sandhill lease',
    }
    const colleague = await records.addUser({ county: desk.county })
    const [older = 0, newer = 0, colleagues = 0, bare = 0] = await addToBin(records, [
      { ...plain, ...kind },
      plain,
      { ...plain, uploadedBy: colleague },
      { county: null, uploadedBy: await records.addUser({}), description: '' },
    ])
    await records.run('UPDATE document SET deleted_by = $2, deleted_at = $3 WHERE id = $1', [
      newer,
      people.administrator.userID,
      '2026-12-31T22:05:00Z',
    ])
    await records.run('UPDATE document SET deleted_at = $2 WHERE id = $1', [older, '2026-07-04T12:03:59Z'])
    await test.step('R5.5 a clerk sees their own uploads', async () => {
      await signIn(page, desk.clerk)
      await page.goto('/recyclebin')
      await expect(page).toHaveTitle('Recycle Bin · County Document Portal')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recycle Bin')
      await expect(table.getByRole('columnheader')).toHaveText(COLUMNS)
      await expect(fileIds).toHaveText([String(newer), String(older)])
      await expect(row(newer).locator('[data-label="DATE DELETED"]')).toHaveText('12/31/26 16:05')
      await expect(row(newer).locator('[data-label="DELETED BY"]')).toHaveText(people.administrator.email)
      await expect(row(older).locator('th, td')).toHaveText([
        String(older),
        '7/4/26 07:03',
        'Mineral',
        'Division Order',
        'Division order of the six… Show more',
        desk.county.Name,
        desk.clerk.email,
        '',
        '',
      ])
    })
    await test.step('S2.85 R7.24 administrators see all, with a dash for missing facts', async () => {
      await page.route(BIN_CALL, async (route) => {
        const response = await route.fetch()
        const text = (await response.text()).replace(/"DeletedAt":"[^"]*"/gu, '"DeletedAt":""')
        await route.fulfill({ response, body: text })
      })
      await signIn(page, people.administrator)
      await page.reload()
      for (const id of [older, newer, colleagues]) await expect(row(id)).toBeVisible()
      for (const column of ['DATE DELETED', 'DESCRIPTION', 'COUNTY']) {
        await expect(row(bare).locator(`[data-label="${column}"]`)).toHaveText('—')
      }
    })
  })
})

test('says that it loads, that it is empty, and that it cannot be loaded, with the old rows if there are any', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { empty, loading, table, bulk, failed, banner, rows, section, restoreButton } = recycleBinScreen(page)
  const told = 'Failed to load deleted files.'
  await test.step('S2.86 S2.87 while it loads, and if there is nothing', async () => {
    const release = Promise.withResolvers<void>()
    await page.route(BIN_CALL, async (route) => {
      await release.promise
      await route.continue()
    })
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(loading).toBeVisible()
    await expect(empty).toHaveCount(0)
    release.resolve()
    await expect(empty).toBeVisible()
    await expect(loading).toHaveCount(0)
    await expect(table).toHaveCount(0)
    await expect(bulk.toggle).toBeDisabled()
    await page.unroute(BIN_CALL)
  })
  await test.step('S8.30 R7.7 if it cannot be loaded', async () => {
    await page.route(BIN_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(banner(told)).toHaveRole('alert')
    await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
    await expect(empty).toHaveCount(0)
  })
  await test.step('R7.8 if it cannot be loaded again: the rows stay, marked as old', async () => {
    const plain = { county: desk.county, uploadedBy: desk.clerk }
    const [id = 0] = await addToBin(records, [plain, plain, plain])
    await page.unroute(BIN_CALL)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(rows).toHaveCount(3)
    await expect(failed).toHaveCount(0)
    await expect(banner(told)).toHaveCount(0)
    await page.route(BIN_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await restoreButton(id).click()
    await expect(failed).toContainText('This list could not be loaded.')
    await expect(rows).toHaveCount(2)
    await expect(section).toContainText('Still shown from before: 2 deleted files')
    await page.unroute(BIN_CALL)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(section).not.toContainText('from before')
    await expect(failed).toHaveCount(0)
  })
})

test('restoring removes the row immediately and returns the document to the list; a refusal stays until it is dismissed', async ({
  page,
  desk,
  records,
  clock,
  signIn,
}) => {
  const { row, restoreButton, banner, section } = recycleBinScreen(page)
  const document = { county: desk.county, uploadedBy: desk.clerk }
  const [id = 0, other = 0] = await addToBin(records, [document, document])
  await signIn(page, desk.clerk)
  await clock.stop()
  await page.goto('/recyclebin')
  await test.step('S2.90 S8.32 R7.6 if it fails: Failed to restore file.', async () => {
    await clock.until(restoreButton(id))
    await page.route(RESTORE_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await restoreButton(id).click()
    const refusal = banner('Failed to restore file.')
    await clock.until(refusal)
    await expect(refusal).toHaveRole('alert')
    await clock.advance(60_000)
    await expect(refusal).toBeVisible()
    await expect(row(id)).toBeVisible()
    // By keyboard, because the pointer on the next notice would keep it open.
    await refusal.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(refusal).toBeHidden()
    await page.unroute(RESTORE_CALL)
  })
  await test.step('S1.4 S2.90 S8.31 removes the row immediately and returns the document to the list', async () => {
    await restoreButton(id).press('Enter')
    const notice = banner('File restored successfully.')
    await clock.until(notice)
    await expect(notice).toHaveRole('status')
    await expect(row(id)).toHaveCount(0)
    await expect(row(other)).toBeVisible()
    await expect(restoreButton(other)).toBeFocused()
    await expect(section).toContainText('1 deleted file')
    await clock.advance(2980)
    await expect(notice).toBeVisible()
    await clock.advance(30)
    await expect(notice).toBeHidden()
    await page.goto('/home')
    await clock.until(documentsScreen(page).row(id))
  })
})

test('permanent deletion asks first with the focus on No; No and Escape keep the file, Yes deletes it, and a failure shows its reason', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { row, rows, deleteButton, restoreButton, question, yes, no, banner, empty } = recycleBinScreen(page)
  const document = { county: desk.county, uploadedBy: desk.clerk }
  const [id = 0, other = 0, third = 0] = await addToBin(records, [document, document, document])
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await test.step('S1.4 S5.33 S8.33 asks first, with the focus on No; No and Escape change nothing; Yes ends it', async () => {
    await deleteButton(id).press('Enter')
    await expect(question).toHaveAccessibleDescription(
      'Are you sure you want to permanently delete this file?',
    )
    await expect(no).toBeFocused()
    await expectKeepsFocus(page, question)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(deleteButton(id)).toBeFocused()
    await deleteButton(id).click()
    await no.click()
    await expect(rows).toHaveCount(3)

    await deleteButton(id).click()
    await yes.click()
    await expect(banner('File deleted permanently.')).toHaveRole('status')
    await expect(row(id)).toHaveCount(0)
    // The oldest deletion is last: the row above it is the next one.
    await expect(deleteButton(other)).toBeFocused()
    expect((await page.request.get(`/api/files/uploads/${id}/download`)).status()).toBe(404)
    await page.reload()
    await expect(rows).toHaveCount(2)
  })
  await test.step('S8.34 R7.6 if it fails: Failed to permanently delete file.', async () => {
    const told = 'Failed to permanently delete file.'
    await page.route(PERMANENT_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await deleteButton(other).click()
    await yes.click()
    await expect(banner(told)).toHaveRole('alert')
    await expect(row(other)).toBeVisible()
    // The next try replaces the old outcome.
    await restoreButton(other).click()
    await expect(banner(told)).toHaveCount(0)
    await expect(banner('File restored successfully.')).toBeVisible()
  })
  await test.step('a file that another person restored meanwhile: a message, and the row is gone', async () => {
    await expect(rows).toHaveCount(1)
    // The list without the restored file is still loading.
    await page.settled()
    await records.run('UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [third])
    await restoreButton(third).click()
    await expect(banner('This file is not in the recycle bin.')).toBeVisible()
    await expect(empty).toBeVisible()
  })
})

test('axe finds nothing, and nothing is cut off: rows, the bulk mode and its question, banners, a bin that could not be loaded, an empty one', async ({
  page,
  desk,
  records,
  axeClean,
  signIn,
}) => {
  const { rows, bulk, box, question, no, restoreButton, banner, failed, empty } = recycleBinScreen(page)
  const plain = { county: desk.county, uploadedBy: desk.clerk }
  const long = 'Depreciationschedule'.repeat(40)
  await withoutTimer(page, DELETE_NOTICE_MS)
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(empty).toBeVisible()
  await axeClean(page)
  const [id = 0, other = 0] = await addToBin(records, [plain, { ...plain, description: long }])
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expectSoundLooks(page, axeClean)
  await bulk.toggle.click()
  await box(id).check()
  await expect(bulk.count(1)).toBeVisible()
  await expectSoundLooks(page, axeClean)
  await bulk.deleteSelected.click()
  await expect(question).toBeVisible()
  await expectSoundLooks(page, axeClean)
  await no.click()
  await restoreButton(id).click()
  await expect(banner('File restored successfully.')).toBeVisible()
  await axeClean(page)
  await page.route('**/api/files/uploads/**', (route) => route.fulfill({ status: 500, body: '' }))
  await restoreButton(other).click()
  await expect(banner('Failed to restore file.')).toBeVisible()
  await expect(failed).toBeVisible()
  await expectSoundLooks(page, axeClean)
})
