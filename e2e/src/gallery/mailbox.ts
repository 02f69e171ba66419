import type { DroppedFile } from '@portal/contract/ingestion/drop-folder.ts'
import type { Mail } from '@portal/contract/ingestion/mailbox.ts'
import type { Preview, PreviewBlocks } from '@portal/contract/viewer/viewer.ts'
import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openAt } from './steps.ts'

const MAIL: Mail = {
  mailID: '00000000-0000-4000-8000-000000000001',
  from: 'Accounts of the Permian Basin Water and Gathering Company <accounts.payable@permian-gathering.example>',
  to: 'midland@filings.example',
  subject:
    'Rendition 2026 of all sites in Midland County, with the two lists of equipment that you asked for',
  arrivedAt: '2026-04-15T14:03:00.000Z',
  bytes: 2_400_000,
  state: 'waiting',
  reason: 'We could not verify the sender.',
  files: [
    { place: 1, name: 'Rendition 2026.pdf', bytes: 1_400_000, state: 'open', fileID: null, reason: null },
    {
      place: 2,
      name: 'equipment_list_of_the_northern_compressor_station_final.xlsm',
      bytes: 800_000,
      state: 'refused',
      fileID: null,
      reason:
        'equipment_list_of_the_northern_compressor_station_final.xlsm: this type of file is not accepted.',
    },
  ],
  isVerified: false,
  account: null,
  addresseeNote: 'accounts.payable@permian-gathering.example',
  proposal: null,
  decidedAt: null,
  decidedBy: null,
}
const OTHER: Mail = {
  ...MAIL,
  mailID: '00000000-0000-4000-8000-000000000002',
  from: 'clerk@midlandcad.example',
  subject: '',
  reason: 'Attachments are in Outlook’s winmail.dat format and cannot be read. Ask for PDFs.',
  isVerified: true,
  account: 'clerk@midlandcad.example',
  files: [],
}

const PREVIEW: Preview = {
  kind: 'blocks',
  reason: null,
  pageCount: 0,
  pages: [],
  sheets: [],
  attachments: [
    { Number: 1, FileName: 'Rendition 2026.pdf', Bytes: 1_400_000, IsViewable: true },
    {
      Number: 2,
      FileName: 'equipment_list_of_the_northern_compressor_station_final.xlsm',
      Bytes: 800_000,
      IsViewable: false,
    },
  ],
}
const CONTENT: PreviewBlocks = {
  blocks: [{ kind: 'paragraph', level: 0, text: 'Please find the rendition attached.', rows: [] }],
  next: null,
}

const DROPPED: DroppedFile = {
  droppedFileID: '00000000-0000-4000-8000-000000000003',
  countyID: 1,
  countyName: 'Midland',
  fileName: 'equipment_list_of_the_northern_compressor_station_final.xlsm',
  state: 'refused',
  at: '2026-04-15T14:03:00.000Z',
  reason: 'equipment_list_of_the_northern_compressor_station_final.xlsm: this type of file is not accepted.',
  fileID: null,
  doneAt: null,
  doneBy: null,
}
const CHANGED: DroppedFile = {
  ...DROPPED,
  droppedFileID: '00000000-0000-4000-8000-000000000004',
  fileName: 'scan 0017.pdf',
  state: 'changed',
  reason: null,
  fileID: 3124,
}

/** Opens the files of the drop folder. The sample data has none. */
async function openDropFolder(page: Page): Promise<void> {
  await page.route(/\/api\/drop-folder\/files/u, (route) =>
    route.fulfill({ json: { isSetUp: true, open: 2, files: [CHANGED, DROPPED], next: null } }),
  )
  await openAt(page, '/requests/drop-folder')
  await expect(page.getByRole('table', { name: 'Files of the drop folder' })).toBeVisible()
}

/** Opens the pending messages. The sample data has none. */
async function openMailbox(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/mailbox\?/u, (route) =>
    route.fulfill({ json: { isSetUp: true, waiting: 2, mails: [MAIL, OTHER], next: null } }),
  )
  await openAt(page, '/admin/mailbox')
  await expect(page.getByRole('table', { name: 'E-mails' })).toBeVisible()
}

async function openMail(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/mailbox\/[^/]+\/preview/u, (route) =>
    route.fulfill({ json: route.request().url().includes('/blocks') ? CONTENT : PREVIEW }),
  )
  await openMailbox(page)
  await page
    .getByRole('button', { name: /^Open the e-mail/u })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'File the documents' })).toBeVisible()
  await expect(page.getByText('Please find the rendition attached.')).toBeVisible()
}

/** The mailbox, a message to file, and one to refuse; and the drop folder. */
export const MAILBOX: readonly Screen[] = [
  {
    name: 'mailbox-empty',
    open: async (page) => {
      await openAt(page, '/admin/mailbox')
      await expect(page.getByText('No mailbox is connected.')).toBeVisible()
    },
  },
  { name: 'drop-folder', hasTallRows: true, open: openDropFolder },
  { name: 'mailbox', open: openMailbox },
  { name: 'mail', open: openMail },
  {
    name: 'mail-refuse',
    open: async (page) => {
      await openMail(page)
      await page.getByRole('button', { name: 'Reject' }).click()
      await expect(page.getByLabel('Reason for rejecting')).toBeVisible()
    },
  },
]
