import { RIGHTS, type Right } from '@portal/contract/access/rights.ts'
import { SCREENS as ADDRESSES } from '@portal/contract/screens.ts'
import { describe, expect, test } from 'vitest'
import { hasFooter, hasNavigation } from './public-screens.tsx'
import { entriesFor, findScreen, isCurrent, SCREENS, screensOf, type Screen } from './screens.ts'

const ALL = entriesFor({ rights: RIGHTS.slice() })

test('R8.11 R7.102 the bar has the entries and addresses of the specification', () => {
  expect(ALL.map(({ label, path }) => [label, path])).toEqual([
    ['Home', '/landing'],
    ['Documents', '/home'],
    ['Owner Detail', '/owner-details'],
    ['Requests', '/requests'],
    ['Add New', '/add'],
    ['Recycle Bin', '/recyclebin'],
    ['Administration', '/admin'],
  ])
})

test('R2.76 a person who may upload has all of them, and a reader only the screens to view', () => {
  expect(entriesFor({ rights: ['documents.add'] })).toEqual(
    ALL.filter(({ label }) => !['Requests', 'Administration'].includes(label)),
  )
  expect(entriesFor({ rights: [] }).map(({ label }) => label)).toEqual(['Home', 'Documents', 'Owner Detail'])
})

test('R2.140 a person who must set up or give a second factor first has no entries', () => {
  for (const secondFactor of ['to set up', 'to give'] as const)
    expect(entriesFor({ rights: RIGHTS.slice(), secondFactor })).toEqual([])
})

test.each([
  ['/landing', 'Home'],
  ['/welcome', 'Home'],
  ['/home', 'Documents'],
  ['/home/', 'Documents'],
  ['/add', 'Add New'],
  ['/requests/virus-checks', 'Requests'],
  ['/requests/mailbox', 'Requests'],
  ['/requests/drop-folder', 'Requests'],
  ['/add/unfinished', 'Add New'],
  ['/admin/people', 'Administration'],
])('at %s the entry %s is highlighted, and no other', (address, label) => {
  expect(ALL.filter((entry) => isCurrent(entry, address)).map((entry) => entry.label)).toEqual([label])
})

test('S2.8 the footer is on all but five screens', () => {
  const without = Object.values(ADDRESSES).filter((path) => !hasFooter(path))
  expect(without.sort()).toEqual(['/confirm', '/forgot-password', '/login', '/reset-password', '/welcome'])
})

test('the bar is on the screens behind the sign-in', () => {
  const withBar = Object.values(ADDRESSES).filter(hasNavigation)
  expect(withBar.sort()).toEqual([
    '/account',
    '/add',
    '/add/unfinished',
    '/admin',
    '/admin/counties',
    '/admin/history',
    '/admin/jobs',
    '/admin/people',
    '/admin/state',
    '/admin/tokens',
    '/home',
    '/landing',
    '/my-work',
    '/owner-details',
    '/receipts',
    '/recyclebin',
    '/requests',
    '/requests/drop-folder',
    '/requests/mailbox',
    '/requests/virus-checks',
    '/runs',
    '/welcome',
  ])
})

test('every address behind the sign-in has one registration', () => {
  const behind = Object.values(ADDRESSES).filter(hasNavigation)
  expect(SCREENS.map(({ path }) => path).sort()).toEqual(behind.sort())
  expect(findScreen('/receipts/R-2026-0000-0001')?.path).toBe('/receipts')
  expect(findScreen('/RECEIPTS/5')?.path).toBe('/receipts')
  expect(findScreen('/runs/12')?.path).toBe('/runs')
  expect(findScreen('/%E0')).toBeUndefined()
  expect(findScreen('/no-such-page')).toBeUndefined()
})

test('a screen is open to every signed-in person only if its registration says so', () => {
  // @ts-expect-error -- Who may open it is missing.
  const forgotten: Screen = { path: '/admin', label: 'Administration', entry: '/admin' }
  expect(forgotten).not.toHaveProperty('right')
  const open = SCREENS.filter(({ right }) => right === 'everybody').map(({ path }) => path)
  expect(open.sort()).toEqual([
    '/account',
    '/admin',
    '/home',
    '/landing',
    '/my-work',
    '/owner-details',
    '/receipts',
    '/requests',
    '/welcome',
  ])
})

test.each<[path: string, right: Right]>([
  ['/add', 'documents.add'],
  ['/add/unfinished', 'documents.add'],
  ['/recyclebin', 'documents.add'],
  ['/requests/virus-checks', 'documents.manage'],
  ['/requests/mailbox', 'portal.manage'],
  ['/requests/drop-folder', 'portal.manage'],
  ['/admin/people', 'people.manage'],
  ['/admin/history', 'audit.read'],
  ['/admin/counties', 'portal.manage'],
  ['/admin/tokens', 'portal.manage'],
  ['/admin/jobs', 'portal.manage'],
  ['/admin/state', 'portal.manage'],
])('the screen %s needs the right %s', (path, right) => {
  expect(findScreen(path)?.right).toBe(right)
  const isOffered = (rights: readonly Right[]) =>
    screensOf(findScreen(path)?.entry, { rights: [...rights] }).some((screen) => screen.path === path)
  expect(isOffered([right])).toBe(true)
  expect(isOffered(RIGHTS.filter((other) => other !== right))).toBe(false)
})

test('every address shows its own screen', async () => {
  const loaded = await Promise.all(
    SCREENS.map(async ({ path, load }) => [path, load && (await load()).name] as const),
  )
  expect(Object.fromEntries(loaded)).toEqual({
    '/account': 'AccountPage',
    '/add': 'UploadPage',
    '/add/unfinished': 'UnfinishedPage',
    '/admin': undefined,
    '/admin/counties': 'CountiesPage',
    '/admin/tokens': 'ApiTokensPage',
    '/admin/history': 'HistoryPage',
    '/admin/jobs': 'JobsPage',
    '/admin/people': 'PeoplePage',
    '/admin/state': 'StatePage',
    '/home': 'DocumentsRoute',
    '/landing': 'LandingRoute',
    '/my-work': 'MyWorkPage',
    '/owner-details': 'OwnersRoute',
    '/receipts': 'ReceiptsPage',
    '/recyclebin': 'RecycleBinRoute',
    '/requests': undefined,
    '/requests/drop-folder': 'DropFolderPage',
    '/requests/mailbox': 'MailboxRoute',
    '/requests/virus-checks': 'VirusChecksRoute',
    '/runs': 'RunsPage',
    '/welcome': 'WelcomePage',
  })
})

/** The menu as group, then paths. */
function menu(rights: readonly Right[]) {
  const screens = screensOf('/admin', { rights: [...rights] })
  return [...Map.groupBy(screens, ({ group }) => group)].map(([group, members]) => [
    group,
    ...members.map(({ path }) => path),
  ])
}

describe('R7.97 the menu of Administration has the screens that a person may open', () => {
  test('for an administrator all of them, in groups', () => {
    expect(menu(RIGHTS)).toEqual([
      ['People and access', '/admin/people', '/admin/counties', '/admin/tokens'],
      ['Records', '/admin/history'],
      ['System', '/admin/jobs', '/admin/state'],
    ])
  })

  test('for a manager no group without a screen of theirs', () => {
    expect(menu(['people.manage', 'audit.read'])).toEqual([
      ['People and access', '/admin/people'],
      ['Records', '/admin/history'],
    ])
  })

  test('a person who may open none has no entry for it', () => {
    expect(menu(['documents.add'])).toEqual([])
    expect(entriesFor({ rights: ['audit.read'] }).map(({ label }) => label)).toContain('Administration')
    expect(entriesFor({ rights: ['documents.add'] }).map(({ label }) => label)).not.toContain(
      'Administration',
    )
  })
})
