import type { APIRequestContext, Page } from '@playwright/test'
import type { Desk } from './browser/fixtures.ts'
import { expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { WIDTH, setWidth } from './steps/frame.ts'
import { ownersScreen, stubAttachments, stubRoll } from './steps/owners.ts'
import { previewPanel } from './steps/preview.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

/** The first owner of a stubbed roll. */
const PARTY_NUMBER = 1001
const OWNER = 'abbott oil'

function screenOf(page: Page) {
  const { attachments, filesOf, dialog } = ownersScreen(page)
  return {
    ...previewPanel(page),
    attachments,
    dialog,
    row: (name: string) => attachments.filter({ hasText: name }),
    open: async () => {
      await page.goto('/owner-details')
      await filesOf(OWNER).press('Enter')
      await expect(attachments.first()).toBeVisible()
    },
  }
}

/** Uploads real files as the clerk and links them to the owner. The last one is the first attachment. */
async function attachThree(
  request: APIRequestContext,
  { records, county, clerk }: Desk & { records: Records },
): Promise<void> {
  const ids: number[] = []
  for (const name of ['c.pdf', 'b.pdf', 'a.pdf'])
    ids.push((await uploadAs(request, { name, content: SAMPLE_FILES.pdf })).FileID)
  await records.run('INSERT INTO organization VALUES ($1, $2) ON CONFLICT DO NOTHING', [PARTY_NUMBER, OWNER])
  await records.run(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, $2, (SELECT min(id) FROM relation_type), $3, now(), $4 FROM unnest($1::integer[]) AS id`,
    [ids, PARTY_NUMBER, county.CountyID, clerk.userID],
  )
}

test('an attachment of an owner opens above its dialog, by click and by key', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const { dialog, panel, heading, pages, row, open } = screenOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, desk.clerk)
  await attachThree(page.request, { ...desk, records })
  await stubRoll(page, [{ name: OWNER, files: 3 }])
  await open()
  await test.step('R16.46 a click on a row opens it, and Escape closes it alone', async () => {
    await row('a.pdf').locator('[data-label="Description"]').click()
    await expect(heading).toHaveText('a.pdf')
    await expect(heading).toBeFocused()
    await expect(panel).toHaveAttribute('data-panel', 'sheet')
    await expect(pages.first()).toContainText('Delaware')
    await expect(panel.locator('footer')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(row('a.pdf')).toBeFocused()
  })
  await test.step('R16.46 Enter does the same, and j and k go to its neighbors', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('b.pdf')
    await page.keyboard.press('j')
    await expect(heading).toHaveText('c.pdf')
    await expect(panel.getByRole('button', { name: 'Next file' })).toBeDisabled()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(heading).toHaveText('a.pdf')
    await expect(panel.getByRole('button', { name: 'Previous file' })).toBeDisabled()
    await expect(pages.first()).toContainText('Delaware')
    await expectSoundLooks(page, axeClean)
    await setWidth(page, 1440)
  })
  await test.step('R16.46 Escape returns the focus to the row of the last one, and then closes the dialog', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(row('a.pdf')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('R16.47 Tab stays in the dialog, whose rows are one stop', async () => {
    await open()
    await row('a.pdf').focus()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(row('a.pdf')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('link', { name: /^View a\.pdf/u })).toBeFocused()
  })
  await test.step('R16.46 on a phone it has the whole screen', async () => {
    await setWidth(page, WIDTH.phone)
    await row('b.pdf').locator('[data-label="Description"]').click()
    await expect(heading).toHaveText('b.pdf')
    await expect(panel).toHaveCSS('width', `${WIDTH.phone}px`)
    await panel.getByRole('button', { name: 'Close the preview' }).click()
    await expect(row('b.pdf')).toBeFocused()
  })
})

test('R16.46 an attachment of another county stays closed, and one without a number has its link alone', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { panel, pages, row, open } = screenOf(page)
  const elsewhere = await records.addCounty()
  const neighbor = await records.addUser({ county: elsewhere })
  await signIn(page, neighbor)
  const { FileID } = await uploadAs(page.request, { name: 'theirs.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, desk.clerk)
  await stubRoll(page, [{ name: OWNER, files: 2 }])
  await stubAttachments(page, [
    { NAME: 'theirs.pdf', Description: 'Of another county', FileID },
    { NAME: 'plain.pdf', Description: 'As in the specification' },
  ])
  await open()
  await row('plain.pdf').locator('[data-label="Description"]').click()
  await expect(panel).toHaveCount(0)
  await row('theirs.pdf').locator('[data-label="Description"]').click()
  await expect(panel.getByText('This file does not exist.').first()).toBeVisible()
  await expect(pages).toHaveCount(0)
})
