import { expect, type Page } from '@playwright/test'
import { SECOND_FACTOR_REQUIRED } from '@portal/contract/sign-in/code-errors.ts'
import { PROOF_REQUIRED } from '@portal/contract/common-errors.ts'
import { ADMINISTRATOR, countyPeople } from '@portal/server/src/demo/sample-people.ts'
import { countiesScreen } from '../steps/counties.ts'
import { loginScreen } from '../steps/login.ts'
import { peopleScreen } from '../steps/people.ts'
import { secondFactorOn } from '../steps/second-factor.ts'
import { MAILBOX } from './mailbox.ts'
import type { Screen } from './screen.ts'
import { openAt } from './steps.ts'

const [CLERK] = countyPeople('Midland')

/** Opens a list of the administration and resolves when its table appears. */
async function openList(page: Page, path: string, table: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('table', { name: table })).toBeVisible()
}

async function openPerson(page: Page): Promise<void> {
  await openList(page, '/admin/people', 'People')
  await peopleScreen(page).openButton(CLERK).click()
  await expect(peopleScreen(page).act('Save')).toBeVisible()
}

async function openCounty(page: Page): Promise<void> {
  await openList(page, '/admin/counties', 'Counties')
  await countiesScreen(page).openButton('Midland').click()
  await expect(countiesScreen(page).act('Save')).toBeVisible()
}

/** The server asks for a proof, and the dialog with it. */
async function openProof(page: Page): Promise<void> {
  const { sentence: error, code } = PROOF_REQUIRED
  await page.route(/\/api\/admin\/people\/\d+$/u, (route) =>
    route.fulfill({ status: 403, json: { error, code } }),
  )
  await openPerson(page)
  await peopleScreen(page).act('Save').click()
  await expect(page.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
}

async function openSetUp(page: Page): Promise<void> {
  const { region, button } = secondFactorOn(page)
  await page.goto('/account')
  await button('Set up two-step verification').click()
  await expect(region.getByRole('img', { name: /^QR code/u })).toBeVisible()
}

/** Ten codes that are nobody's. */
export async function openRecoveryCodes(page: Page): Promise<void> {
  const { region, code } = secondFactorOn(page)
  const recoveryCodes = Array.from({ length: 10 }, (_code, at) =>
    Array(6)
      .fill(`abc${(at % 6) + 2}`)
      .join('-'),
  )
  await page.route('**/api/auth/second-factor', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { recoveryCodes } }) : route.continue(),
  )
  await openSetUp(page)
  await code.fill('123456')
  await code.press('Enter')
  await expect(region.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
}

async function openCodeStep(page: Page): Promise<void> {
  const { sentence: error, code } = SECOND_FACTOR_REQUIRED
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 403, json: { error, code } }))
  await page.goto('/login')
  await loginScreen(page).enter({ email: ADMINISTRATOR })
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
}

/** The screens and dialogs of the administration, of the account, and of the second step of signing in. */
export const ADMINISTRATION: readonly Screen[] = [
  { name: 'people', open: (page) => openList(page, '/admin/people', 'People') },
  {
    name: 'people-invite',
    open: async (page) => {
      const { invite, addresses, county, dialog } = peopleScreen(page)
      await openAt(page, '/admin/people')
      await invite.click()
      await addresses.fill(`ann.reyes@${CLERK.split('@')[1]}, Ann Reyes\nbob@${CLERK.split('@')[1]}`)
      await expect(dialog.getByRole('checkbox').first()).toBeVisible()
      await county({ CountyID: 0, Name: 'Midland' }).check()
    },
  },
  {
    name: 'people-invited',
    open: async (page) => {
      const { invite, addresses, send, verdicts } = peopleScreen(page)
      await openAt(page, '/admin/people')
      await invite.click()
      await addresses.fill(`no address\n${CLERK}`)
      await send.click()
      await expect(verdicts.first()).toBeVisible()
    },
  },
  { name: 'person', open: openPerson },
  {
    name: 'person-disable',
    open: async (page) => {
      await openPerson(page)
      await peopleScreen(page).act('Disable').click()
      await expect(peopleScreen(page).answer('Disable')).toBeVisible()
    },
  },
  { name: 'proof', open: openProof },
  { name: 'counties', open: (page) => openList(page, '/admin/counties', 'Counties') },
  {
    name: 'county-add',
    open: async (page) => {
      await openAt(page, '/admin/counties')
      await countiesScreen(page).add.click()
      await expect(countiesScreen(page).field('Name')).toBeVisible()
    },
  },
  { name: 'county', open: openCounty },
  {
    name: 'county-close',
    open: async (page) => {
      await openCounty(page)
      await countiesScreen(page).act('Close the county').click()
      await expect(countiesScreen(page).answer('Close the county')).toBeVisible()
    },
  },
  { name: 'api-tokens', open: (page) => openAt(page, '/admin/tokens') },
  { name: 'history', hasTallRows: true, open: (page) => openList(page, '/admin/history', 'Activity') },
  {
    name: 'history-empty',
    open: async (page) => {
      await openAt(page, '/admin/history?person=nobody@midlandcad.example')
      await expect(page.getByText('No activity matches these filters.')).toBeVisible()
    },
  },
  {
    name: 'jobs',
    open: async (page) => {
      await openAt(page, '/admin/jobs')
      await expect(page.getByLabel('Show')).toBeVisible()
      await page.settled()
    },
  },
  {
    name: 'state',
    open: async (page) => {
      await openAt(page, '/admin/state')
      await expect(page.getByRole('region', { name: 'Database' })).toBeVisible()
    },
  },
  ...MAILBOX,
  { name: 'second-factor', open: openSetUp },
  { name: 'recovery-codes', open: openRecoveryCodes },
  { name: 'sign-in-code', isPublic: true, open: openCodeStep },
  {
    name: 'sign-in-recovery-code',
    isPublic: true,
    open: async (page) => {
      await openCodeStep(page)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await expect(page.getByLabel('Recovery code', { exact: true })).toBeVisible()
    },
  },
]
