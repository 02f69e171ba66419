import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { describe, expect, test } from 'vitest'
import { PATHS, screenAt } from '../lib/paths.ts'
import { hasNavigation, mayGo } from './public-screens.tsx'

const CLERK: Session = {
  username: 'clerk@reeves.example',
  sessionKey: 'key',
  isAdmin: false,
  countyID: 3,
  countyName: 'Reeves',
  counties: [{ CountyID: 3, Name: 'Reeves' }],
  rights: ['documents.add'],
}
const ADMINISTRATOR: Session = {
  username: 'admin',
  sessionKey: 'key',
  isAdmin: true,
  countyID: null,
  countyName: null,
  counties: [],
  rights: [...RIGHTS],
}

function reachedBy(session: Session | null): string[] {
  return Object.values(PATHS)
    .filter((path) => mayGo(session, path))
    .sort()
}

describe('who may go where', () => {
  test('without a session only the screens before the sign-in open', () => {
    expect(reachedBy(null)).toEqual([
      '/confirm',
      '/forgot-password',
      '/login',
      '/notices/off',
      '/register',
      '/reset-password',
    ])
  })

  test.each([
    ['a clerk', CLERK],
    ['an administrator', ADMINISTRATOR],
  ])('%s reaches every screen but the sign-in', (_who, session) => {
    expect(reachedBy(session)).toEqual(
      Object.values(PATHS)
        .filter((path) => path !== '/login')
        .sort(),
    )
  })

  test.each([null, CLERK])('an address without a screen opens for everyone', (session) => {
    expect(mayGo(session, '/no-such-page')).toBe(true)
    expect(mayGo(session, '/constructor')).toBe(true)
  })

  test.each(['/home/', '/home?county=3', '/home/?page=2#top', '/Home', '/%68ome'])(
    '%s is the documents list',
    (address) => {
      expect(screenAt(address)).toBe('/home')
      expect(hasNavigation(address)).toBe(true)
      expect(mayGo(null, address)).toBe(false)
    },
  )
})
