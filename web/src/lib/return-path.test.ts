import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLeaving, hasSessionEnded, pathToReturnTo, rememberLeaving } from './return-path.ts'
import { emptyTab } from './tab-memory.test-data.ts'

const ANN = 'ann@reeves.example'

beforeEach(() => void vi.stubGlobal('sessionStorage', emptyTab()))
afterEach(() => void vi.unstubAllGlobals())

test('the screen where a session ended is offered to its person again, and to nobody else', () => {
  rememberLeaving({ path: '/home?status=4&page=2', username: ANN, hasEnded: true })
  expect(hasSessionEnded()).toBe(true)
  expect(pathToReturnTo(ANN)).toBe('/home?status=4&page=2')
  expect(pathToReturnTo('bob@reeves.example')).toBeNull()
})

test('an address that was opened signed out is offered to whoever signs in', () => {
  rememberLeaving({ path: '/owner-details?year=2025', username: null, hasEnded: false })
  expect(hasSessionEnded()).toBe(false)
  expect(pathToReturnTo(ANN)).toBe('/owner-details?year=2025')
})

test('once forgotten nothing is offered', () => {
  rememberLeaving({ path: '/add', username: ANN, hasEnded: true })
  forgetLeaving()
  expect(pathToReturnTo(ANN)).toBeNull()
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
])('%j is never offered', (path) => {
  rememberLeaving({ path, username: ANN, hasEnded: true })
  expect(pathToReturnTo(ANN)).toBeNull()
})

test.each(['/home', '/home/', '/owner-details?county=3', '/add', '/recyclebin'])('%s is offered', (path) => {
  rememberLeaving({ path, username: ANN, hasEnded: true })
  expect(pathToReturnTo(ANN)).toBe(path)
})

test.each(['nonsense', '[1]', '{"path":7,"username":null}', '{"path":"/home","username":7}'])(
  'what nobody of the portal wrote there, %s, counts as nothing',
  (written) => {
    sessionStorage.setItem('left at', written)
    expect(pathToReturnTo(ANN)).toBeNull()
  },
)
