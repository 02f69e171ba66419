import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { ADMINISTRATOR } from '@portal/server/src/demo/sample-people.ts'
import { withoutTimer } from '../steps/by-itself.ts'
import { documentsScreen } from '../steps/documents.ts'
import { editDialog } from '../steps/edit.ts'
import { SAMPLE_FILES } from '../steps/files.ts'
import { loginScreen } from '../steps/login.ts'
import { ownersScreen } from '../steps/owners.ts'
import { recycleBinScreen } from '../steps/recycle-bin.ts'
import { fileOf, uploadScreen } from '../steps/upload.ts'

import { RECEIPTS } from './receipts.ts'
import type { Screen } from './screen.ts'
import { openMarkedDocuments, openVirusChecks } from './virus-checks.ts'
import {
  openAt,
  openTwoVersions,
  openPartlyFailed,
  openReceipt,
  ownerWithFiles,
  openOwners,
} from './steps.ts'

/** Every screen, with what is to be seen on it. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    isPublic: true,
    open: async (page) => {
      await page.goto('/login')
      await loginScreen(page).username.waitFor()
    },
  },
  {
    name: 'login-refused',
    isPublic: true,
    open: async (page) => {
      await page.goto('/login')
      await loginScreen(page).enter({ email: ADMINISTRATOR }, 'not the password')
      await page.getByText('Invalid username or password').waitFor()
    },
  },
  {
    name: 'welcome',
    open: async (page) => {
      await page.goto('/welcome')
      await page.getByRole('progressbar').waitFor({ state: 'attached' })
    },
  },
  { name: 'landing', open: (page) => openAt(page, '/landing') },
  {
    name: 'account',
    open: async (page) => {
      await page.goto('/account')
      await page.getByText('This one').waitFor()
    },
  },
  {
    name: 'documents',
    open: async (page) => {
      await page.goto('/home')
      await documentsScreen(page).rows.first().waitFor()
    },
  },
  {
    name: 'documents-filtered',
    open: async (page) => {
      await page.goto('/home?category=1&page=3')
      await documentsScreen(page).pager.waitFor()
    },
  },
  {
    name: 'documents-empty',
    open: async (page) => {
      await page.route('**/api/files/uploads?*', (route) =>
        route.fulfill({ json: { files: [], total: 0, totalPages: 0 } }),
      )
      await page.goto('/home')
      await documentsScreen(page).empty.waitFor()
    },
  },
  {
    name: 'documents-failed',
    open: async (page) => {
      await page.route('**/api/files/uploads?*', (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto('/home')
      await documentsScreen(page).failed.waitFor()
    },
  },
  {
    name: 'description',
    open: async (page) => {
      await page.goto('/home')
      await page
        .getByRole('button', { name: /^Show more/u })
        .first()
        .click()
    },
  },
  {
    name: 'delete',
    open: async (page) => {
      await page.goto('/home')
      await page
        .getByRole('button', { name: /^Delete file/u })
        .first()
        .click()
    },
  },
  {
    name: 'delete-notice',
    open: async (page) => {
      await withoutTimer(page, DELETE_NOTICE_MS)
      await page.route(/\/uploads\/\d+$/u, (route) => route.fulfill({ json: { success: true } }))
      await page.goto('/home')
      await page
        .getByRole('button', { name: /^Delete file/u })
        .first()
        .click()
      await page.getByRole('button', { name: 'Yes' }).click()
      await page.getByRole('button', { name: 'Dismiss' }).focus()
    },
  },
  { name: 'virus-checks', open: openVirusChecks },
  { name: 'documents-checked', open: openMarkedDocuments },
  {
    name: 'edit',
    open: async (page) => {
      await page.goto('/home')
      await page
        .getByRole('button', { name: /^Edit file/u })
        .first()
        .click()
      await editDialog(page).description.waitFor()
    },
  },
  { name: 'edit-two-versions', open: openTwoVersions },
  { name: 'upload', open: (page) => openAt(page, '/add') },
  { name: 'upload-partly-failed', open: openPartlyFailed },
  { name: 'upload-done', open: openReceipt },
  ...RECEIPTS,
  {
    name: 'upload-many',
    open: async (page) => {
      await openAt(page, '/add')
      const names = Array.from({ length: 100 }, (_file, at) => `Rendition 2026, station ${at + 1}.pdf`)
      await uploadScreen(page).input.setInputFiles(names.map((name) => fileOf(name, SAMPLE_FILES.pdf)))
    },
  },
  {
    name: 'documents-keys',
    open: async (page) => {
      await openAt(page, '/home')
      await documentsScreen(page).rows.first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'edit-unread',
    open: async (page) => {
      await page.route('**/api/status/uploads/*/descriptiontypes', (route) =>
        route.fulfill({ status: 500, body: '' }),
      )
      await page.goto('/home')
      await page
        .getByRole('button', { name: /^Edit file/u })
        .first()
        .click()
      await page.getByText('Attachment type and description could not be loaded.').waitFor()
    },
  },
  {
    name: 'session-ended',
    open: async (page) => {
      await openAt(page, '/home')
      await documentsScreen(page).rows.first().waitFor()
      await page.route('**/api/files/uploads?*', (route) => route.fulfill({ status: 401, body: '' }))
      await page.getByRole('button', { name: 'Add Filters' }).click()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByText('Your session ended. Please sign in again.').waitFor()
    },
  },
  {
    name: 'recycle-bin',
    open: async (page) => {
      await page.goto('/recyclebin')
      await recycleBinScreen(page).rows.first().waitFor()
    },
  },
  {
    name: 'recycle-bin-bulk',
    open: async (page) => {
      const { rows, boxes, bulk } = recycleBinScreen(page)
      await page.goto('/recyclebin')
      await rows.first().waitFor()
      await bulk.toggle.click()
      await boxes.first().check()
    },
  },
  { name: 'owners', open: openOwners },
  {
    name: 'owner-attachments',
    open: async (page) => {
      await openOwners(page)
      await ownersScreen(page).search.fill(await ownerWithFiles(page))
      await page
        .getByRole('button', { name: /^[1-9]\d*, files of /u })
        .first()
        .click()
      await ownersScreen(page).attachments.first().waitFor()
    },
  },
  { name: 'register', isPublic: true, open: (page) => openAt(page, '/register') },
  { name: 'forgot-password', isPublic: true, open: (page) => openAt(page, '/forgot-password') },
  {
    name: 'reset-password',
    isPublic: true,
    open: (page) => openAt(page, '/reset-password?email=a@b.example&token=t'),
  },
  { name: 'confirm', isPublic: true, open: (page) => openAt(page, '/confirm?email=a@b.example&token=t') },
  { name: 'not-found', open: (page) => openAt(page, '/no-such-page') },
  {
    name: 'failed',
    open: async (page) => {
      await page.route('**/assets/documents-route-*.js', (route) => route.abort())
      await openAt(page, '/home')
    },
  },
]
