import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { editDialog, linkSection } from './steps/edit.ts'

/** Responses with only the fields that the specification shows (sections 3 and 7). */
const READS: Readonly<Record<string, unknown>> = {
  'auth/session': { username: 'administrator@staff.example', isAdmin: true, countyID: null },
  'lookup/counties': [{ CountyID: 1, CountyName: 'Reeves' }],
  'lookup/AgentNames': [
    { AgentName: 'Lone Star Tax', LegacyCode: '00A' },
    { AgentName: 'Lone Star Tax', LegacyCode: '00B' },
  ],
  'files/uploads': {
    files: [
      {
        FileID: 7,
        FileName: 'plant.pdf',
        UploadDate: '2026-03-05 14:07',
        UploadedBy: 'clerk@reeves.example',
        AttachmentCategoryID: 1,
        AttachmentTypeID: 1,
        Description: 'Gas plant',
        County: 'Reeves',
        Status: 'New',
        StatusID: 1,
      },
    ],
    totalPages: 1,
  },
  'files/uploads/recyclebin': {
    files: [
      {
        FileID: 9,
        DeletedAt: '2026-03-05 14:07',
        CategoryName: 'Industrial',
        TypeName: 'Rendition',
        Description: 'Gas plant',
        CountyName: 'Reeves',
        DeletedByUsername: 'clerk@reeves.example',
      },
    ],
  },
  'status/uploads/7/metadata': { CountyName: 'Loving' },
  'status/uploads/7/descriptiontypes': {
    attachmentCategoryId: 1,
    attachmentTypeId: 1,
    description: 'Gas plant',
  },
  'status/uploads/7/rendered': { Rendered: 1, RenderedDate: '2026-04-15T00:00:00', Extended: 0 },
  'status/uploads/7/owners': [],
  'status/uploads/7/agents': [],
  'owners/owner-details': [
    { OwnerNbr: 1, OwnerName: 'Beta', CAD_OwnerID: null, CurrentValue: 5, PriorValue: null, FileCount: 2 },
    { OwnerNbr: 2, OwnerName: 'Alpha', CAD_OwnerID: '1', CurrentValue: 'x', PriorValue: 3, FileCount: 0 },
  ],
}

/** Such a server reports only that a change succeeded. */
async function answerBarely(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const call = new URL(route.request().url()).pathname.replace('/api/', '')
    if (route.request().method() !== 'GET') return route.fulfill({ json: { success: true } })
    return call in READS ? route.fulfill({ json: READS[call] }) : route.continue()
  })
}

test.beforeEach(async ({ page, people, signIn }) => {
  await signIn(page, people.administrator)
  await answerBarely(page)
})

test('the documents list counts its rows, and knows a field by either name', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByText('Records 1–1', { exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Gas plant' })
  for (const text of ['Industrial', 'Reeves', '3/5/26 14:07']) await expect(row).toContainText(text)
})

test('the edit dialog keeps known facts, and shows a change as it was sent', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Edit file 7', exact: true }).click()
  const { dialog, description, save, said } = editDialog(page)
  await expect(dialog.getByText('Loving')).toBeVisible()
  await expect(dialog.getByText('plant.pdf')).toBeVisible()
  const agents = linkSection(page, 'Agent')
  await agents.search.fill('lone')
  await expect(agents.suggestions).toHaveCount(2)
  await agents.suggestions.filter({ hasText: '00B' }).click()
  await agents.relation.selectOption({ index: 1 })
  await agents.add.click()
  await description.fill('Gas plant, amended')
  await save.click()
  await expect(said).toContainText('Successfully linked 1 agent(s)')
  await expect(agents.assigned).toHaveCount(1)
  await expect(agents.assigned).toContainText('00B')
  await expect(description).toHaveValue('Gas plant, amended')
})

test('the bin counts its rows, and asks without a name', async ({ page }) => {
  await page.goto('/recyclebin')
  await expect(page.getByText('1 deleted file', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /permanently/iu })
    .first()
    .click()
  await expect(page.getByRole('alertdialog', { name: 'Delete file 9 permanently' })).toBeVisible()
})

test('the owner table reads bare rows, by name', async ({ page }) => {
  await page.goto('/owner-details?county=1')
  await expect(page.getByLabel('County', { exact: true }).locator('option:checked')).toHaveText('Reeves')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText('Alpha')
  await expect(page.getByRole('button', { name: '2, files of Beta' })).toBeVisible()
})
