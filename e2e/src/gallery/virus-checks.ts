import { expect, type Page } from '@playwright/test'
import { openShortList } from './steps.ts'

/** One of each kind. */
const CHECKED = {
  CountyName: 'Reeves',
  UploadedBy: 'records@reevescad.example',
  UploadDate: '2026-04-15T14:30:00Z',
}
const SOME_CHECKS = {
  scanner: 'away',
  total: 5,
  files: [
    {
      ...CHECKED,
      Key: 'a',
      FileID: 3124,
      FileName: 'Asset list of the Delaware Basin gas plant.xlsx',
      State: 'infected',
      Finding: 'Xls.Dropper.Agent-7648',
    },
    {
      ...CHECKED,
      Key: 'b',
      FileID: null,
      FileName: 'Invoice.docx',
      State: 'refused',
      Finding: 'Doc.Downloader.Emotet-9951',
    },
    { ...CHECKED, Key: 'c', FileID: 3127, FileName: 'Rendition 2026.pdf', State: 'pending', Finding: '' },
    {
      ...CHECKED,
      Key: 'e',
      FileID: 3130,
      FileName: 'Plats of all leases.pdf',
      State: 'pending',
      Finding: 'Too large for the scanner',
    },
    {
      ...CHECKED,
      Key: 'd',
      FileID: 2788,
      FileName: 'Maps of all wells.pdf',
      State: 'unchecked',
      Finding: 'Too large for the scanner',
    },
  ],
}

/** The virus checks, with one file of each kind. */
export async function openVirusChecks(page: Page): Promise<void> {
  await page.route('**/api/virus-checks', (route) => route.fulfill({ json: SOME_CHECKS }))
  await page.goto('/virus-checks')
  await expect(page.getByRole('table', { name: 'Virus Checks' })).toBeVisible()
}

/** The documents list, whose first document waits for its scan and whose third is infected. */
export async function openMarkedDocuments(page: Page): Promise<void> {
  await page.route('**/api/virus-checks/states?*', async (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',').map(Number) ?? []
    const files = [
      { FileID: ids[0], State: 'pending' },
      { FileID: ids[2], State: 'infected' },
    ]
    await route.fulfill({ json: { files } })
  })
  await openShortList(page)
  await expect(page.getByText('Being checked').first()).toBeVisible()
}
