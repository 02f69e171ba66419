import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { addToBin, BIN_CALL, PERMANENT_CALL, recycleBinScreen, RESTORE_CALL } from './steps/recycle-bin.ts'
import { TYPE } from './steps/reference.ts'

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

  test("says what the specification lists, in the firm's zone, newest deletion first", async ({
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
    const [older = 0, newer = 0] = await addToBin(records, [{ ...plain, ...kind }, plain])
    await records.run('UPDATE document SET deleted_by = $2, deleted_at = $3 WHERE id = $1', [
      newer,
      people.administrator.userID,
      '2026-12-31T22:05:00Z',
    ])
    await records.run('UPDATE document SET deleted_at = $2 WHERE id = $1', [older, '2026-07-04T12:03:59Z'])
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

  test('has a dash where there is nothing to say', async ({ page, people, records, signIn }) => {
    const { row } = recycleBinScreen(page)
    const staff = await records.addUser({})
    const [id = 0] = await addToBin(records, [{ county: null, uploadedBy: staff, description: '' }])
    await page.route(BIN_CALL, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace(/"DeletedAt":"[^"]*"/gu, '"DeletedAt":""')
      await route.fulfill({ response, body: text })
    })
    await signIn(page, people.administrator)
    await page.goto('/recyclebin')
    for (const column of ['DATE DELETED', 'DESCRIPTION', 'COUNTY']) {
      await expect(row(id).locator(`[data-label="${column}"]`)).toHaveText('—')
    }
  })
})

test.describe('who sees what', () => {
  test('administrators all, a clerk their own uploads', async ({ page, desk, people, records, signIn }) => {
    const { fileIds, row } = recycleBinScreen(page)
    const colleague = await records.addUser({ county: desk.county })
    const { county } = desk
    const [own = 0, colleagues = 0] = await addToBin(records, [
      { county, uploadedBy: desk.clerk },
      { county, uploadedBy: colleague },
    ])
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(fileIds).toHaveText([String(own)])
    await signIn(page, people.administrator)
    await page.reload()
    await expect(row(own)).toBeVisible()
    await expect(row(colleagues)).toBeVisible()
  })
})

test.describe('what the bin says', () => {
  test('while it loads, and where there is nothing', async ({ page, desk, signIn }) => {
    const { empty, loading, table, bulk } = recycleBinScreen(page)
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
  })

  for (const [when, answer, text] of [
    ['without a word of the server', { status: 500, body: '' }, 'Failed to load deleted files.'],
    ['with its words', { status: 503, json: { error: 'The portal rests.' } }, 'The portal rests.'],
  ] as const) {
    test(`where it cannot be loaded, ${when}: ${text}`, async ({ page, desk, records, signIn }) => {
      const { empty, failed, banner, rows } = recycleBinScreen(page)
      await addToBin(records, [{ county: desk.county, uploadedBy: desk.clerk }])
      await signIn(page, desk.clerk)
      await page.route(BIN_CALL, (route) => route.fulfill(answer))
      await page.goto('/recyclebin')
      await expect(banner(text)).toHaveRole('alert')
      await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
      await expect(empty).toHaveCount(0)
      await page.unroute(BIN_CALL)
      await failed.getByRole('button', { name: 'Try again' }).click()
      await expect(rows).toHaveCount(1)
      await expect(failed).toHaveCount(0)
      await expect(banner(text)).toHaveCount(0)
    })
  }
})

test('where it cannot be loaded again: the rows stay, marked as those from before', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { rows, section, failed, restoreButton } = recycleBinScreen(page)
  const plain = { county: desk.county, uploadedBy: desk.clerk }
  const [id = 0] = await addToBin(records, [plain, plain, plain])
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(rows).toHaveCount(3)
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

test.describe('restoring', () => {
  test('takes the row away at once and brings the document back to the list', async ({
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
    await clock.until(restoreButton(id))
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

  for (const [when, answer, text] of [
    [
      'the server gives its reason',
      { status: 409, json: { error: 'This file is not in the recycle bin.' } },
      'This file is not in the recycle bin.',
    ],
    ['a 500 says nothing', { status: 500, body: '' }, 'Failed to restore file.'],
    ['there is no answer', null, 'Failed to restore file.'],
  ] as const) {
    test(`where ${when}: ${text}`, async ({ page, desk, records, clock, signIn }) => {
      const { row, restoreButton, banner } = recycleBinScreen(page)
      const [id = 0] = await addToBin(records, [{ county: desk.county, uploadedBy: desk.clerk }])
      await page.route(RESTORE_CALL, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await signIn(page, desk.clerk)
      await clock.stop()
      await page.goto('/recyclebin')
      await clock.until(restoreButton(id))
      await restoreButton(id).click()
      const notice = banner(text)
      await clock.until(notice)
      await expect(notice).toHaveRole('alert')
      await clock.advance(60_000)
      await expect(notice).toBeVisible()
      await expect(row(id)).toBeVisible()
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toBeHidden()
    })
  }

  test('what somebody else has restored in the meantime: said, and the row is gone', async ({
    page,
    desk,
    records,
    signIn,
  }) => {
    const { restoreButton, banner, empty } = recycleBinScreen(page)
    const [id = 0] = await addToBin(records, [{ county: desk.county, uploadedBy: desk.clerk }])
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(restoreButton(id)).toBeVisible()
    await records.run('UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [id])
    await restoreButton(id).click()
    await expect(banner('This file is not in the recycle bin.')).toBeVisible()
    await expect(empty).toBeVisible()
  })
})

test.describe('deleting for good', () => {
  test('asks first, with the focus on No; No and Escape leave all as it is; Yes ends it', async ({
    page,
    desk,
    records,
    signIn,
  }) => {
    const { row, rows, deleteButton, question, yes, no, banner } = recycleBinScreen(page)
    const document = { county: desk.county, uploadedBy: desk.clerk }
    const [id = 0, other = 0] = await addToBin(records, [document, document])
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
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
    await expect(rows).toHaveCount(2)

    await deleteButton(id).click()
    await yes.click()
    await expect(banner('File deleted permanently.')).toHaveRole('status')
    await expect(row(id)).toHaveCount(0)
    await expect(deleteButton(other)).toBeFocused()
    expect((await page.request.get(`/api/files/uploads/${id}/download`)).status()).toBe(404)
    await page.reload()
    await expect(rows).toHaveCount(1)
  })

  for (const [when, answer, text] of [
    [
      'the server gives its reason',
      { status: 403, json: { error: 'Unauthorized to permanently delete this file.' } },
      'Unauthorized to permanently delete this file.',
    ],
    ['a 500 says nothing', { status: 500, body: '' }, 'Failed to permanently delete file.'],
    ['there is no answer', null, 'Failed to permanently delete file.'],
  ] as const) {
    test(`where ${when}: ${text}`, async ({ page, desk, records, signIn }) => {
      const { row, deleteButton, yes, banner, restoreButton } = recycleBinScreen(page)
      const [id = 0] = await addToBin(records, [{ county: desk.county, uploadedBy: desk.clerk }])
      await page.route(PERMANENT_CALL, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await signIn(page, desk.clerk)
      await page.goto('/recyclebin')
      await deleteButton(id).click()
      await yes.click()
      await expect(banner(text)).toHaveRole('alert')
      await expect(row(id)).toBeVisible()
      // The next try takes the place of the old outcome.
      await restoreButton(id).click()
      await expect(banner(text)).toHaveCount(0)
      await expect(banner('File restored successfully.')).toBeVisible()
    })
  }
})

async function expectGood(page: Page, axeClean: (page: Page) => Promise<void>): Promise<void> {
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
}

test.describe('axe finds nothing, and nothing is cut off, in every look', () => {
  test('rows, the bulk mode and its question', async ({ page, desk, records, axeClean, signIn }) => {
    const { rows, bulk, box, question } = recycleBinScreen(page)
    const plain = { county: desk.county, uploadedBy: desk.clerk }
    const long = 'Depreciationschedule'.repeat(40)
    const [id = 0] = await addToBin(records, [plain, { ...plain, description: long }])
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(rows).toHaveCount(2)
    await expectGood(page, axeClean)
    await bulk.toggle.click()
    await box(id).check()
    await expect(bulk.count(1)).toBeVisible()
    await expectGood(page, axeClean)
    await bulk.deleteSelected.click()
    await expect(question).toBeVisible()
    await expectGood(page, axeClean)
  })

  test('the banner, good and bad, and a bin that could not be loaded', async ({
    page,
    desk,
    records,
    axeClean,
    signIn,
  }) => {
    const { restoreButton, banner, failed } = recycleBinScreen(page)
    const plain = { county: desk.county, uploadedBy: desk.clerk }
    const [id = 0, other = 0] = await addToBin(records, [plain, plain])
    await withoutTimer(page, DELETE_NOTICE_MS)
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await restoreButton(id).click()
    await expect(banner('File restored successfully.')).toBeVisible()
    await expectGood(page, axeClean)
    await page.route('**/api/files/uploads/**', (route) => route.fulfill({ status: 500, body: '' }))
    await restoreButton(other).click()
    await expect(banner('Failed to restore file.')).toBeVisible()
    await expect(failed).toBeVisible()
    await expectGood(page, axeClean)
  })

  test('an empty bin', async ({ page, desk, axeClean, signIn }) => {
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(recycleBinScreen(page).empty).toBeVisible()
    await expectGood(page, axeClean)
  })
})
