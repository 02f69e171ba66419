import { RIGHTS } from '@portal/contract/access/rights.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import { expect, test } from 'vitest'
import { entriesFor, hasFooter, hasNavigation, isCurrent } from './navigation-entries.ts'

const ALL = entriesFor({ rights: RIGHTS.slice() })

test('R8.11 the bar has the entries and addresses of the specification', () => {
  expect(ALL.map(({ label, path }) => [label, path])).toEqual([
    ['Home', '/landing'],
    ['Documents', '/home'],
    ['Owner Detail', '/owner-details'],
    ['Add New', '/add'],
    ['Recycle Bin', '/recyclebin'],
    ['Administration', '/admin'],
  ])
})

test('R2.76 whoever may upload has all of them, and a reader only what can be looked at', () => {
  expect(entriesFor({ rights: ['documents.add'] })).toEqual(ALL.slice(0, 5))
  expect(entriesFor({ rights: [] }).map(({ label }) => label)).toEqual(['Home', 'Documents', 'Owner Detail'])
})

test.each([
  ['/landing', 'Home'],
  ['/welcome', 'Home'],
  ['/home', 'Documents'],
  ['/home/', 'Documents'],
  ['/add', 'Add New'],
  ['/virus-checks', 'Recycle Bin'],
  ['/admin/people', 'Administration'],
])('at %s the entry %s is lit, and no other', (address, label) => {
  expect(ALL.filter((entry) => isCurrent(entry, address)).map((entry) => entry.label)).toEqual([label])
})

test('S2.8 the footer stands on all but five screens', () => {
  const without = Object.values(SCREENS).filter((path) => !hasFooter(path))
  expect(without.sort()).toEqual(['/confirm', '/forgot-password', '/login', '/reset-password', '/welcome'])
})

test('the bar stands on the screens behind the sign-in', () => {
  const withBar = Object.values(SCREENS).filter(hasNavigation)
  expect(withBar.sort()).toEqual([
    '/account',
    '/add',
    '/add/unfinished',
    '/admin',
    '/admin/counties',
    '/admin/history',
    '/admin/jobs',
    '/admin/mailbox',
    '/admin/people',
    '/admin/state',
    '/home',
    '/landing',
    '/owner-details',
    '/receipts',
    '/recyclebin',
    '/virus-checks',
    '/welcome',
  ])
})
