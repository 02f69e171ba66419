import { SCREENS } from '@portal/contract/screens.ts'
import { expect, test } from 'vitest'
import { ENTRIES, hasFooter, hasNavigation, isCurrent } from './navigation-entries.ts'

test('the bar has the entries and addresses of the specification', () => {
  expect(ENTRIES.map(({ label, path }) => [label, path])).toEqual([
    ['Home', '/landing'],
    ['Documents', '/home'],
    ['Owner Detail', '/owner-details'],
    ['Add New', '/add'],
    ['Recycle Bin', '/recyclebin'],
  ])
})

test.each([
  ['/landing', 'Home'],
  ['/welcome', 'Home'],
  ['/home', 'Documents'],
  ['/home/', 'Documents'],
  ['/add', 'Add New'],
  ['/virus-checks', 'Recycle Bin'],
])('at %s the entry %s is lit, and no other', (address, label) => {
  expect(ENTRIES.filter((entry) => isCurrent(entry, address)).map((entry) => entry.label)).toEqual([label])
})

test('the footer stands on all but five screens', () => {
  const without = Object.values(SCREENS).filter((path) => !hasFooter(path))
  expect(without.sort()).toEqual(['/confirm', '/forgot-password', '/login', '/reset-password', '/welcome'])
})

test('the bar stands on the screens behind the sign-in', () => {
  const withBar = Object.values(SCREENS).filter(hasNavigation)
  expect(withBar.sort()).toEqual([
    '/add',
    '/home',
    '/landing',
    '/owner-details',
    '/recyclebin',
    '/virus-checks',
    '/welcome',
  ])
})
