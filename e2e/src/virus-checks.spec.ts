import type { Desk } from './browser/fixtures.ts'
import { expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { virusChecksScreen } from './steps/virus-checks.ts'

const FOUND = 'Win.Test.EICAR_HDB-1'

/** A document in which a virus was found, and one that waits. */
async function addChecked(
  records: Records,
  { county, clerk }: Desk,
): Promise<[infected: number, pending: number]> {
  const about = { county, uploadedBy: clerk }
  const [infected = 0, pending = 0] = await records.addDocuments([
    { ...about, fileName: `Infected of ${county.Name}.pdf` },
    { ...about, fileName: `Pending of ${county.Name}.pdf` },
  ])
  await mark(records, infected, 'infected')
  await mark(records, pending, 'pending')
  return [infected, pending]
}

async function mark(records: Records, fileId: number, state: 'infected' | 'pending'): Promise<void> {
  await records.run(
    `UPDATE stored_object SET scan_state = $2, scan_finding = $3 FROM document WHERE storage_key = key AND id = $1`,
    [fileId, state, state === 'infected' ? FOUND : null],
  )
}

test('an administrator sees by the recycle bin what was not found clean, and removes a virus for good', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const [infected, pending] = await addChecked(records, desk)
  const { rowOf, removeButton, checkButton, question, yes, tabs, banner } = virusChecksScreen(page)
  await signIn(page, people.administrator)
  await page.goto('/recyclebin')
  await tabs.getByRole('link', { name: 'Virus Checks' }).click()
  await expect(page).toHaveTitle('Virus Checks · County Document Portal')
  await expect(tabs.getByRole('link', { name: 'Virus Checks' })).toHaveAttribute('aria-current', 'page')
  const row = rowOf(`Infected of ${desk.county.Name}.pdf`)
  await expect(row.locator('[data-label="State"]')).toHaveText('Infected')
  await expect(row.locator('[data-label="Found"]')).toHaveText(FOUND)
  await expect(row.locator('[data-label="County"]')).toHaveText(desk.county.Name)
  await expect(rowOf(`Pending of ${desk.county.Name}.pdf`).locator('[data-label="State"]')).toHaveText(
    'Being checked',
  )
  await expect(removeButton(`file ${pending}`)).toHaveCount(0)

  await checkButton(`file ${pending}`).click()
  await expect(banner('No virus scanner is set up, so nothing can be checked.')).toBeVisible()
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })

  await removeButton(`file ${infected}`).focus()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('Nobody can bring it back.')
  await yes.click()
  await expect(banner('File removed for good.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the documents list marks what cannot be opened and says why, and so does the edit dialog', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const [infected, pending] = await addChecked(records, desk)
  const screen = documentsScreen(page)
  const view = (fileId: number) =>
    page.getByRole('button', { name: new RegExp(`^View file ${fileId},`, 'u') })
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await expect(screen.rows).toHaveCount(2)
  await expect(view(pending)).toHaveAccessibleName(/: This file is still being checked\.$/u)
  await expect(view(infected)).toHaveAccessibleName(/: A virus was found in this file/u)
  await expect(page.getByText('Being checked')).toBeVisible()
  await inEveryAppearance(page, async () => {
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  })
  await page.getByRole('button', { name: `Edit file ${pending}` }).click()
  await expect(editDialog(page).dialog).toContainText('This file is still being checked.')
  await axeClean(page)
})

test('who is no administrator has no such tab, and no list', async ({ page, desk, signIn }) => {
  const { tabs, table, banner } = virusChecksScreen(page)
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recycle Bin')
  await expect(tabs).toHaveCount(0)
  await page.goto('/virus-checks')
  await expect(banner('Only administrators may do this.').first()).toBeVisible()
  await expect(table).toHaveCount(0)
})
