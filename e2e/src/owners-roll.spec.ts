import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { importRoll, ownersScreen } from './steps/owners.ts'

const ROLL = [
  'OwnerNbr,OwnerName,CAD_OwnerID,AgentName,CurrentValue,PriorValue',
  '900101,zeta Oil,0007,Pecos Tax Agents,"$1,234.50",N/A',
  '900102,Álamo Trust,R-1,,(20),10.005',
  '900103,=BRAZOS LP,,,,',
]

test('R6.24 a county sees its imported roll with documents and attachments, and no other county does; an unchanged roll is not sent again', async ({
  page,
  portal,
  desk,
  records,
  signIn,
}) => {
  const { names, row, filesOf, dialog, attachments, search, empty, year } = ownersScreen(page)
  const unchanged = () =>
    portal.printed().match(/"path":"\/api\/owners\/owner-details","status":304/gu)?.length ?? 0
  await importRoll(portal, desk.county, ROLL)
  const [id = 0] = await records.addDocuments([
    {
      county: desk.county,
      uploadedBy: desk.clerk,
      fileName: 'plant.pdf',
      uploadedAt: new Date('2026-03-01T12:00:00Z'),
    },
  ])
  await records.run(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT $1, 900102, min(id), $2, now(), $3 FROM relation_type`,
    [id, desk.county.CountyID, desk.clerk.userID],
  )
  await signIn(page, desk.clerk)
  await page.goto('/owner-details')
  await expect(names).toHaveText(['=BRAZOS LP', 'Álamo Trust', 'zeta Oil'])
  await expect(row('zeta Oil').locator('th, td')).toHaveText([
    'zeta Oil',
    '0007',
    'Pecos Tax Agents',
    '$1,234.50',
    '-',
    '0',
  ])
  await expect(row('Álamo Trust').locator('th, td')).toHaveText([
    'Álamo Trust',
    'R-1',
    '—',
    '-$20.00',
    '$10.01',
    '1',
  ])

  await test.step('a roll that has not changed is not sent again', async () => {
    const fileCounts = ownersScreen(page).table.getByRole('button', { name: /files of /u })
    // Both responses have arrived: the counts come after the rows.
    await expect(fileCounts).toHaveCount(3)
    const before = unchanged()
    await page.reload()
    await expect(fileCounts).toHaveCount(3)
    // The rows and their file counts, each from the browser's cache.
    await expect.poll(() => unchanged() - before).toBe(2)
  })
  await search.fill('álamo')
  await expect(names).toHaveText(['Álamo Trust'])
  await filesOf('Álamo Trust').click()
  await expect(attachments.locator('th, td')).toHaveText(['plant.pdf', 'Rendition of the gas plant', 'View'])
  const owner = `ownerNbr=900102&appraisalYear=2026&countyId=${desk.county.CountyID}`
  const statusOf = async (call: string) => (await page.request.get(`/api/owners/${call}`)).status()
  expect(await statusOf(`owner-attachments?${owner}`)).toBe(200)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await search.fill('')
  await expect(names).toHaveCount(3)
  await year.selectOption('2025')
  await expect(empty).toHaveText('No records found for 2025 matching "".')

  const stranger = await records.addUser({ county: await records.addCounty() })
  await signIn(page, stranger)
  await page.goto('/owner-details')
  await expect(empty).toHaveText('No records found for 2026 matching "".')
  expect(await statusOf(`owner-attachments?${owner}`)).toBe(403)
  expect(await statusOf(`owner-attachments/view?${owner}&name=plant.pdf`)).toBe(403)
  await page.goto('/home')
  await expect(documentsScreen(page).empty).toBeVisible()
})

test('R22.18 R22.16 the owner table is exported as XLSX with the rows of its CSV, and a refusal or a running export keeps the place of the table', async ({
  page,
  portal,
  desk,
  signIn,
}) => {
  const { names, table, exportButton, exportXlsx, exportProblem } = ownersScreen(page)
  await importRoll(portal, desk.county, ROLL)
  await signIn(page, desk.clerk)
  await page.goto('/owner-details?search=z&sort=current')
  await expect(names).toHaveText(['zeta Oil', '=BRAZOS LP'])

  const [csv] = await Promise.all([page.waitForEvent('download'), exportButton.click()])
  const [book] = await Promise.all([page.waitForEvent('download'), exportXlsx.click()])
  expect(book.suggestedFilename()).toBe(csv.suggestedFilename().replace(/csv$/u, 'xlsx'))
  const { Sheets } = xlsx.read(await readFile(await book.path()))
  const sheet = Sheets['Owner Details'] ?? {}
  const rows = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '' })
  expect(rows).toEqual([
    ['Owner Name', 'CAD Owner ID', 'Agent Name', 'Current Value', 'Prior Value'],
    ['zeta Oil', '0007', 'Pecos Tax Agents', '1,234.50', ''],
    ["'=BRAZOS LP", '', '', '', ''],
  ])
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines.map((line) => line.replaceAll(',', ''))).toEqual(
    rows.map((row) => row.join('').replaceAll(',', '')),
  )

  const place = await table.boundingBox()
  const refused = Promise.withResolvers<void>()
  await page.route('**/api/owners/export?*', async (route) => {
    await refused.promise
    const error = 'Another export is still running.'
    await route.fulfill({ status: 429, json: { error, code: 'export.in_progress' } })
  })
  await exportXlsx.click()
  await expect(page.getByRole('button', { name: 'Cancel export' })).toBeVisible()
  expect(await table.boundingBox()).toEqual(place)
  refused.resolve()
  await expect(exportProblem).toContainText('Another export is still running.')
})
