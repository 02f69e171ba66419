import { expect } from '@playwright/test'
import { DELETE_NOTICE_MS, WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import { ADMINISTRATOR } from '@portal/server/src/demo/sample-people.ts'
import { withoutTimer } from '../steps/by-itself.ts'
import { documentsScreen } from '../steps/documents.ts'
import { SAMPLE_FILES } from '../steps/files.ts'
import { loginScreen } from '../steps/login.ts'
import { ownersScreen } from '../steps/owners.ts'
import { recycleBinScreen } from '../steps/recycle-bin.ts'
import { fileOf, uploadScreen } from '../steps/upload.ts'

import { RECEIPTS } from './receipts.ts'
import type { Screen } from './screen.ts'
import { openUnfinished } from './unfinished-uploads.ts'
import { openMarkedDocuments, openVirusChecks } from './virus-checks.ts'
import {
  openAt,
  openEdit,
  openShortList,
  shortenList,
  openTwoVersions,
  openPartlyFailed,
  openReceipt,
  ownerWithFiles,
  openOwners,
} from './steps.ts'

/** Every screen with its content. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    isPublic: true,
    open: async (page) => {
      await page.goto('/login')
      await expect(loginScreen(page).username).toBeVisible()
    },
  },
  {
    name: 'login-refused',
    isPublic: true,
    open: async (page) => {
      await page.goto('/login')
      await loginScreen(page).enter({ email: ADMINISTRATOR }, 'not the password')
      await expect(page.getByText('Invalid username or password')).toBeVisible()
    },
  },
  {
    name: 'welcome',
    open: async (page) => {
      await withoutTimer(page, WELCOME_SPLASH_MS)
      await page.goto('/welcome')
      await expect(page.getByRole('progressbar')).toBeAttached()
    },
  },
  { name: 'landing', hasTallRows: true, open: (page) => openAt(page, '/landing') },
  {
    name: 'my-work',
    open: async (page) => {
      await openAt(page, '/my-work')
      await expect(page.getByText('No files are assigned to you.')).toBeVisible()
    },
  },
  {
    name: 'account',
    open: async (page) => {
      await page.goto('/account')
      await expect(page.getByText('This one')).toBeVisible()
    },
  },
  {
    name: 'documents',
    open: async (page) => {
      await page.goto('/home')
      await expect(documentsScreen(page).rows.first()).toBeVisible()
    },
  },
  {
    name: 'documents-filtered',
    open: async (page) => {
      await shortenList(page)
      await page.goto('/home?category=1&page=3')
      await expect(documentsScreen(page).pager).toBeVisible()
    },
  },
  {
    name: 'documents-empty',
    open: async (page) => {
      await page.route('**/api/files/uploads?*', (route) =>
        route.fulfill({ json: { files: [], total: 0, totalPages: 0 } }),
      )
      await page.goto('/home')
      await expect(documentsScreen(page).empty).toBeVisible()
    },
  },
  {
    name: 'documents-failed',
    open: async (page) => {
      await page.route('**/api/files/uploads?*', (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto('/home')
      await expect(documentsScreen(page).failed).toBeVisible()
    },
  },
  {
    name: 'description',
    open: async (page) => {
      await openShortList(page)
      await page
        .getByRole('button', { name: /^Show more/u })
        .first()
        .click()
    },
  },
  {
    name: 'delete',
    open: async (page) => {
      await openShortList(page)
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
      await openShortList(page)
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
  { name: 'edit', open: openEdit },
  { name: 'edit-two-versions', open: openTwoVersions },
  { name: 'upload', open: (page) => openAt(page, '/add') },
  { name: 'upload-unfinished', hasTallRows: true, open: openUnfinished },
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
      await openShortList(page)
      await expect(documentsScreen(page).rows.first()).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'edit-unread',
    open: async (page) => {
      await page.route('**/api/status/uploads/*/descriptiontypes', (route) =>
        route.fulfill({ status: 500, body: '' }),
      )
      await openShortList(page)
      await page
        .getByRole('button', { name: /^Edit file/u })
        .first()
        .click()
      await expect(page.getByText('Attachment type and description could not be loaded.')).toBeVisible()
    },
  },
  {
    name: 'session-ended',
    open: async (page) => {
      await openShortList(page)
      await expect(documentsScreen(page).rows.first()).toBeVisible()
      await page.route('**/api/files/uploads?*', (route) => route.fulfill({ status: 401, body: '' }))
      await page.getByRole('button', { name: 'Add Filters' }).click()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
    },
  },
  {
    name: 'recycle-bin',
    open: async (page) => {
      await page.goto('/recyclebin')
      await expect(recycleBinScreen(page).rows.first()).toBeVisible()
    },
  },
  {
    name: 'recycle-bin-bulk',
    open: async (page) => {
      const { rows, boxes, bulk } = recycleBinScreen(page)
      await page.goto('/recyclebin')
      await expect(rows.first()).toBeVisible()
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
      await expect(ownersScreen(page).attachments.first()).toBeVisible()
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
