import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearReturnPoint, hasSessionEnded, pathToReturnTo, rememberReturnPoint } from './return-path.ts'
import { clearTab, claimTab } from './tab-memory.ts'
import { emptyTab } from './tab-memory.test-data.ts'

const ANN = 'ann@reeves.example'

beforeEach(() => void vi.stubGlobal('sessionStorage', emptyTab()))
afterEach(() => void vi.unstubAllGlobals())

test('the screen where a session ended is offered to its person again, and to nobody else', () => {
  claimTab(ANN)
  rememberReturnPoint({ path: '/home?status=4&page=2', isSignedOut: true })
  expect(hasSessionEnded()).toBe(true)
  expect(pathToReturnTo(ANN)).toBe('/home?status=4&page=2')
  claimTab('bob@reeves.example')
  expect(pathToReturnTo('bob@reeves.example')).toBeNull()
})

test('an address that was opened signed out is offered to whoever signs in', () => {
  rememberReturnPoint({ path: '/owner-details?year=2025', isSignedOut: true })
  expect(hasSessionEnded()).toBe(false)
  expect(pathToReturnTo(ANN)).toBe('/owner-details?year=2025')
})

test('an address that was opened signed out is offered to the first who signs in, and to nobody after them', () => {
  rememberReturnPoint({ path: '/owner-details?year=2025', isSignedOut: true })
  claimTab(ANN)
  expect(pathToReturnTo(ANN)).toBe('/owner-details?year=2025')
  claimTab('bob@reeves.example')
  expect(pathToReturnTo('bob@reeves.example')).toBeNull()
})

test('while nobody can tell who is signed in, no session has ended', () => {
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

test('whoever has signed out has left nothing, and the next session to end is not theirs', () => {
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
  'what nobody of the portal wrote there, %s, counts as nothing',
  (written) => {
    sessionStorage.setItem('of null left at', written)
    expect(pathToReturnTo(ANN)).toBeNull()
    sessionStorage.setItem('of null left at', '{"path":"/home"}')
    expect(pathToReturnTo(ANN)).toBe('/home')
  },
)
