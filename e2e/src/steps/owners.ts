import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { OwnerAttachment, OwnerColumns } from '@portal/contract/owners/owners.ts'
import type { County, Portal } from '../browser/portal.ts'

/** The owner table, as people see and hear it. */
export function ownersScreen(page: Page) {
  const section = page.getByRole('region', { name: 'Owner list' })
  const table = section.getByRole('table', { name: 'Owners' })
  const rows = table.locator('tbody').getByRole('row')
  const dialog = page.getByRole('dialog', { name: 'Attachments' })
  return {
    heading: page.getByRole('heading', { level: 1 }),
    county: page.getByLabel('County', { exact: true }),
    year: page.getByLabel('Appraisal Year'),
    search: page.getByLabel('Search by owner name'),
    exportButton: page.getByRole('button', { name: 'Export CSV' }),
    exportXlsx: page.getByRole('button', { name: 'Export XLSX' }),
    exportProblem: page.getByRole('search').getByRole('alert'),
    section,
    table,
    rows,
    names: rows.getByRole('rowheader'),
    row: (name: string) => rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) }),
    /** The texts of a column, from the top. */
    column: (name: string) => rows.locator(`[data-label="${name}"]`),
    columnHeader: (name: string) => table.getByRole('columnheader', { name }),
    sortBy: (name: string) => table.getByRole('button', { name }),
    filesOf: (name: string) => table.getByRole('button', { name: new RegExp(`files of ${name}$`, 'u') }),
    extent: section.locator('output').first(),
    loading: section.getByText('Loading data...', { exact: true }),
    failed: section.getByRole('alert'),
    empty: section.getByText(/^No records found/u),
    pleaseSelect: page.getByText('Please select a county.', { exact: true }),
    dialog,
    attachments: dialog.locator('tbody').getByRole('row'),
    noAttachments: dialog.getByText('No attachments found.', { exact: true }),
  }
}

export const ROLL_CALL = '**/api/owners/owner-details?*'
export const ATTACHMENTS_CALL = '**/api/owners/owner-attachments?*'

export type SampleOwner = {
  readonly name: string
  readonly current?: number | null
  readonly prior?: number | null
  readonly cadId?: string
  readonly agent?: string
  readonly files?: number
}

/** Returns these owners for the roll, in order, with numbers from 1001. Records the queries. */
export async function stubRoll(page: Page, owners: readonly SampleOwner[]): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  const numbered = owners.map((owner, at) => ({ ...owner, number: 1001 + at }))
  const columns: OwnerColumns = {
    OwnerNbr: numbered.map(({ number }) => number),
    OwnerName: numbered.map(({ name }) => name),
    CAD_OwnerID: numbered.map(({ cadId = '' }) => cadId),
    AgentName: numbered.map(({ agent = '' }) => agent),
    CurrentValue: numbered.map(({ current = null }) => current),
    PriorValue: numbered.map(({ prior = null }) => prior),
  }
  const withFiles = numbered.filter(({ files = 0 }) => files > 0)
  const counts = {
    OwnerNbr: withFiles.map(({ number }) => number),
    FileCount: withFiles.map(({ files }) => files),
  }
  await page.route(ROLL_CALL, async (route) => {
    const request = route.request()
    const isColumns = request.headers()['accept']?.includes('columns') ?? false
    if (isColumns) asked.push(new URL(request.url()).searchParams)
    await route.fulfill({ json: isColumns ? columns : counts, headers: { etag: `"${owners.length}"` } })
  })
  return asked
}

/** A server that has only the fields of the specification returns no FileID. */
type StubbedAttachment = Omit<OwnerAttachment, 'FileID'> & { readonly FileID?: number }

export async function stubAttachments(
  page: Page,
  attachments: readonly StubbedAttachment[],
): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  await page.route(ATTACHMENTS_CALL, async (route) => {
    asked.push(new URL(route.request().url()).searchParams)
    await route.fulfill({ json: attachments })
  })
  return asked
}

/** Loads a county's roll of 2026 by the command. The first line names the columns. */
export async function importRoll(
  portal: Portal,
  { CountyID }: Pick<County, 'CountyID'>,
  lines: readonly string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-roll-'))
  const file = join(folder, 'owners.csv')
  await writeFile(file, lines.join('\r\n'))
  await portal.cli(['import', 'owner-values', '--county', String(CountyID), '--year', '2026', file])
  await rm(folder, { recursive: true })
}
