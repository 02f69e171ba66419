import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearReturnPoint, hasSessionEnded, pathToReturnTo, rememberReturnPoint } from './return-path.ts'
import { clearTab, claimTab } from './tab-memory.ts'
import { emptyTab } from './tab-memory.test-data.ts'

const ANN = 'ann@reeves.example'

beforeEach(() => void vi.stubGlobal('sessionStorage', emptyTab()))
afterEach(() => void vi.unstubAllGlobals())

test('the screen where a session ended is offered to its person again, and to no one else', () => {
  claimTab(ANN)
  rememberReturnPoint({ path: '/home?status=4&page=2', isSignedOut: true })
  expect(hasSessionEnded()).toBe(true)
  expect(pathToReturnTo(ANN)).toBe('/home?status=4&page=2')
  claimTab('bob@reeves.example')
  expect(pathToReturnTo('bob@reeves.example')).toBeNull()
})

test('an address that was opened signed out is offered to the person who signs in', () => {
  rememberReturnPoint({ path: '/owner-details?year=2025', isSignedOut: true })
  expect(hasSessionEnded()).toBe(false)
  expect(pathToReturnTo(ANN)).toBe('/owner-details?year=2025')
})

test('an address that was opened signed out is offered to the first person who signs in, and to no one after them', () => {
  rememberReturnPoint({ path: '/owner-details?year=2025', isSignedOut: true })
  claimTab(ANN)
  expect(pathToReturnTo(ANN)).toBe('/owner-details?year=2025')
  claimTab('bob@reeves.example')
  expect(pathToReturnTo('bob@reeves.example')).toBeNull()
})

test('while it is unknown who is signed in, no session has ended', () => {
  claimTab(ANN)
  rememberReturnPoint({ path: '/home', isSignedOut: false })
  expect(hasSessionEnded()).toBe(false)
  expect(pathToReturnTo(ANN)).toBe('/home')
})

test('once forgotten nothing is offered', () => {
  claimTab(ANN)
  rememberReturnPoint({ path: '/add', isSignedOut: true })
  clearReturnPoint(ANN)
  expect(pathToReturnTo(ANN)).toBeNull()
  expect(hasSessionEnded()).toBe(false)
})

test('after a sign-out nothing is offered, and the next session to end is another one', () => {
  claimTab(ANN)
  rememberReturnPoint({ path: '/add', isSignedOut: true })
  clearTab()
  expect(pathToReturnTo(ANN)).toBeNull()
  rememberReturnPoint({ path: '/home', isSignedOut: true })
  expect(hasSessionEnded()).toBe(false)
})

test.each([
  'https://elsewhere.example/home',
  '//elsewhere.example/home',
  '//home',
  String.raw`/\elsewhere.example`,
  'javascript:alert(1)',
  '/home/../../elsewhere',
  '/login',
  '/landing',
  '/no-such-page',
  '',
])('R2.51 %j is never offered', (path) => {
  rememberReturnPoint({ path, isSignedOut: true })
  expect(pathToReturnTo(ANN)).toBeNull()
})

test.each(['/home', '/home/', '/owner-details?county=3', '/add', '/recyclebin'])('%s is offered', (path) => {
  rememberReturnPoint({ path, isSignedOut: true })
  expect(pathToReturnTo(ANN)).toBe(path)
})

test.each(['nonsense', '[1]', '{"path":7}', '"/home"'])(
  'stored text that the portal did not write, %s, is ignored',
  (written) => {
    sessionStorage.setItem('of null left at', written)
    expect(pathToReturnTo(ANN)).toBeNull()
    sessionStorage.setItem('of null left at', '{"path":"/home"}')
    expect(pathToReturnTo(ANN)).toBe('/home')
  },
)
