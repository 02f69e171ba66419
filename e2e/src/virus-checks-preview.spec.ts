import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { WIDTH, setWidth } from './steps/frame.ts'
import { previewPanel } from './steps/preview.ts'
import { expectSoundLooks } from './steps/two-looks.ts'
import { virusChecksScreen } from './steps/virus-checks.ts'

const INFECTED = 'A virus was found in this file, so it cannot be opened. Please ask the helpdesk.'

function screenOf(page: Page) {
  return { ...virusChecksScreen(page), ...previewPanel(page) }
}

/** The columns of `stored_object` that put a document on the list. */
const STATES = {
  'infected.pdf': { scan_state: 'infected', scan_finding: 'Win.Test.EICAR_HDB-1', scan_trouble: null },
  'waiting.pdf': { scan_state: 'pending', scan_finding: null, scan_trouble: null },
  'unchecked.pdf': { scan_state: 'none', scan_finding: null, scan_trouble: 'Too large for the scanner' },
} as const

/** Uploads real files as the person of `request`, one of each state. The list has these and a rejected upload alone. */
async function fillList(request: APIRequestContext, records: Records): Promise<Record<string, number>> {
  await records.run('DELETE FROM refused_upload')
  await records.run(`UPDATE stored_object SET scan_state = 'none', scan_trouble = NULL`)
  const ids: Record<string, number> = {}
  for (const name of ['unchecked.pdf', 'waiting.pdf', 'infected.pdf'] as const) {
    const { FileID } = await uploadAs(request, { name, content: SAMPLE_FILES.pdf })
    const { scan_state: state, scan_finding: finding, scan_trouble: trouble } = STATES[name]
    await records.run(
      `UPDATE stored_object SET scan_state = $2, scan_finding = $3, scan_trouble = $4
       FROM document WHERE storage_key = key AND id = $1`,
      [FileID, state, finding, trouble],
    )
    ids[name] = FileID
  }
  const key = crypto.randomUUID()
  await records.run(
    `INSERT INTO stored_object (key, byte_size, state, scan_state, scan_finding)
     VALUES ($1, 3, 'quarantined', 'infected', 'Win.Test.EICAR_HDB-1')`,
    [key],
  )
  await records.run(
    `INSERT INTO refused_upload SELECT $1, 'rejected.pdf', county_id, uploaded_by, uploaded_at FROM document WHERE id = $2`,
    [key, ids['waiting.pdf']],
  )
  return ids
}

test('a file that was not found clean opens beside the list, by click and by key', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { rowOf, panel, heading, pages, banner, removeButton, yes } = screenOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, desk.clerk)
  const ids = await fillList(page.request, records)
  await signIn(page, people.administrator)
  await page.goto('/requests/virus-checks')
  await test.step('R16.48 a click on a row opens it at its address, and Escape returns to the row', async () => {
    await rowOf('unchecked.pdf').locator('[data-label="File name"]').click()
    await expect(heading).toHaveText('unchecked.pdf')
    await expect(heading).toBeFocused()
    await expect(page).toHaveURL(`/requests/virus-checks?view=${ids['unchecked.pdf']}`)
    await expect(pages.first()).toContainText('Delaware')
    await expect(rowOf('unchecked.pdf')).toHaveAttribute('data-current')
    await expect(rowOf('unchecked.pdf').locator('[data-label="Uploaded by"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL('/requests/virus-checks')
    await expect(rowOf('unchecked.pdf')).toBeFocused()
  })
  await test.step('R16.49 a file that still waits for its check says so, with its details', async () => {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('waiting.pdf')
    await expect(panel.getByText('This file is still being checked.')).toBeVisible()
    await expect(panel.getByText(desk.county.Name).first()).toBeVisible()
    await expect(pages).toHaveCount(0)
  })
  await test.step('R16.48 R16.49 j and k pass over a rejected upload, and an infected file says why it stays closed', async () => {
    await page.keyboard.press('k')
    await expect(heading).toHaveText('infected.pdf')
    await expect(panel.getByText(INFECTED)).toBeVisible()
    await expect(pages).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Previous file' })).toBeDisabled()
    await expectSoundLooks(page, axeClean)
    await setWidth(page, 1440)
    await page.keyboard.press('j')
    await expect(heading).toHaveText('waiting.pdf')
    await page.keyboard.press('k')
  })
  await test.step('R16.48 a file that is removed closes its preview', async () => {
    await expect(heading).toHaveText('infected.pdf')
    await removeButton(`file ${ids['infected.pdf']}`).click()
    await yes.click()
    await expect(banner('File removed permanently.')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL('/requests/virus-checks')
  })
  await test.step('R16.49 a rejected upload has no preview, and its row says why', async () => {
    await rowOf('rejected.pdf').focus()
    await page.keyboard.press('Enter')
    await expect(
      banner('This upload was rejected because of a virus, so there is no document to show.'),
    ).toBeVisible()
    await expect(panel).toHaveCount(0)
  })
  await test.step('R16.48 on a phone it is a sheet', async () => {
    await setWidth(page, WIDTH.phone)
    await rowOf('unchecked.pdf').focus()
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('unchecked.pdf')
    await expect(panel).toHaveAttribute('data-panel', 'sheet')
    await panel.getByRole('button', { name: 'Close the preview' }).click()
    await expect(rowOf('unchecked.pdf')).toBeFocused()
  })
})

test('R16.48 the address shows people who have no such list nothing, and the server keeps a file of another county', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { table, panel, banner } = screenOf(page)
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'theirs.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, await records.addUser({ county: await records.addCounty() }))
  await page.goto(`/requests/virus-checks?view=${FileID}`)
  await expect(banner('Only administrators may do this.')).toHaveCount(1)
  await expect(table).toHaveCount(0)
  await expect(panel).toHaveCount(0)
  const answer = await page.request.get(`/api/files/uploads/${FileID}/preview`)
  expect([answer.status(), await answer.json()]).toMatchObject([404, { error: 'This file does not exist.' }])
})
