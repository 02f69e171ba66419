import type { Desk } from './browser/fixtures.ts'
import { expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'
import { openVirusChecks } from './gallery/virus-checks.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { virusChecksScreen } from './steps/virus-checks.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const FOUND = 'Win.Test.EICAR_HDB-1'

/** Adds a document with a virus, and one that waits for its scan. */
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

test('an administrator sees next to the recycle bin which files are not clean, and removes a virus permanently; others have no such list', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const [infected, pending] = await addChecked(records, desk)
  const { table, rowOf, removeButton, checkButton, question, yes, tabs, banner } = virusChecksScreen(page)
  await signIn(page, people.administrator)
  await page.goto('/recyclebin')
  await frame(page).row.getByRole('link', { name: 'Requests' }).click()
  await tabs.getByRole('link', { name: 'Virus Checks' }).click()
  await expect(page).toHaveTitle('Virus Checks · County Document Portal')
  await expect(tabs.getByRole('link', { name: 'Virus Checks' })).toHaveAttribute('aria-current', 'page')
  const row = rowOf(`Infected of ${desk.county.Name}.pdf`)
  await expect(row.locator('[data-label="Status"]')).toHaveText('Infected')
  await expect(row.locator('[data-label="Result"]')).toHaveText(FOUND)
  await expect(row.locator('[data-label="County"]')).toHaveText(desk.county.Name)
  await expect(rowOf(`Pending of ${desk.county.Name}.pdf`).locator('[data-label="Status"]')).toHaveText(
    'Being checked',
  )
  await expect(removeButton(`file ${pending}`)).toHaveCount(0)

  await checkButton(`file ${pending}`).click()
  await expect(banner('No virus scanner is set up, so nothing can be checked.')).toBeVisible()
  await expectSoundLooks(page, axeClean)

  await removeButton(`file ${infected}`).focus()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('This cannot be undone.')
  await yes.focus()
  await page.keyboard.press('Enter')
  await expect(banner('File removed permanently.')).toBeVisible()
  await expect(row).toHaveCount(0)
  // The next row, not the body of the page.
  await expect(table.locator('tbody :focus')).toHaveCount(1)

  await test.step('shows the outcome for a file that is checked again while the scanner is unreachable', async () => {
    const { rowOf, checkButton, banner } = virusChecksScreen(page)
    await openVirusChecks(page)
    await page.route('**/api/virus-checks/3127/again', (route) =>
      route.fulfill({ json: { success: true, message: 'The file will be checked again.' } }),
    )
    await expect(rowOf('Plats of all leases.pdf').locator('[data-label="Status"]')).toHaveText(
      'Could not be checked',
    )
    await checkButton('file 3127').click()
    await expect(banner('It will be checked when the scanner is back.')).toBeVisible()

    await page.unroute('**/api/virus-checks')
  })
  await test.step('other people have no such tab, and no list', async () => {
    const { tabs, table, banner } = virusChecksScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/recyclebin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recycle Bin')
    await expect(tabs).toHaveCount(0)
    await page.goto('/virus-checks')
    await expect(banner('Only administrators may do this.')).toHaveCount(1)
    await expect(tabs).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(table).toHaveCount(0)
  })
})

test('a list that cannot be loaded says so until it can be, and keeps the focus', async ({
  page,
  people,
  signIn,
}) => {
  let asked = 0
  await signIn(page, people.administrator)
  await page.clock.install()
  await page.route('**/api/virus-checks', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { error: 'Something went wrong.' } })
  })
  await page.goto('/virus-checks')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(again).toBeVisible({ timeout: 500 })
  }).toPass()
  await again.focus()
  const before = asked
  await expect(async () => {
    await page.clock.runFor(5000)
    expect(asked).toBeGreaterThan(before + 1)
  }).toPass()
  await expect(again).toBeFocused()
})

test('R3.67 an infected upload names its virus, is not sent again, and makes room for a clean file; the receipt names files that wait for the virus check', async ({
  page,
  desk,
  signIn,
}) => {
  await test.step('the receipt says that files waiting for the virus check are safely stored', async () => {
    const { input, submit, receipt } = uploadScreen(page)
    await page.route('**/api/virus-checks/states?*', (route) => {
      const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',').map(Number) ?? []
      return route.fulfill({ json: { files: ids.map((FileID) => ({ FileID, State: 'pending' })) } })
    })
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([fileOf('one.pdf', SAMPLE_FILES.pdf)])
    await submit.click()
    await expect(page.getByText('Safely stored. It opens after the virus check.')).toBeVisible()
    await expect(receipt).toContainText('Being checked')
    await expect(receipt.getByRole('link')).toHaveCount(0)

    await uploadScreen(page).again.click()
  })
  await test.step('an infected upload names its virus, and is not sent again', async () => {
    const { input, submit, file, problem } = uploadScreen(page)
    let sent = 0

    await fillFields(page)
    await page.route('**/api/files/upload', (route) => {
      sent += 1
      return route.fulfill({
        status: 415,
        json: {
          error: 'one.pdf: a virus was found in this file, so it was refused.',
          code: 'upload.infected',
          details: `A virus was found in one.pdf: ${FOUND}.`,
        },
      })
    })
    await input.setInputFiles([fileOf('one.pdf', SAMPLE_FILES.pdf)])
    await submit.click()
    await expect(problem).toHaveText(`A virus was found in one.pdf: ${FOUND}.`)
    await expect(file('one.pdf')).toContainText(
      'one.pdf: a virus was found in this file, so it was refused. Remove it, then send a clean copy.',
    )
    await expect(submit).toBeDisabled()
    expect(sent).toBe(1)
  })
  await test.step('R3.67 another file takes the place of the infected one', async () => {
    const { input, submit, file } = uploadScreen(page)
    await input.setInputFiles([fileOf('clean.pdf', SAMPLE_FILES.pdf)])
    await expect(file('clean.pdf')).toContainText('Ready to upload')
    await expect(file('one.pdf')).toHaveCount(0)
    await expect(submit).toBeEnabled()
  })
})

test('the documents list marks files that cannot be opened and gives the reason, and so does the edit dialog', async ({
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
  await expectSoundLooks(page, axeClean)
  // On a phone the actions are in a menu of the row.
  await setWidth(page, WIDTH.wide)
  await view(infected).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'A virus was found in this file' })).toBeVisible()
  await page.getByRole('button', { name: `Edit file ${pending}` }).click()
  await expect(editDialog(page).dialog).toContainText('This file is still being checked.')
  await axeClean(page)
})
