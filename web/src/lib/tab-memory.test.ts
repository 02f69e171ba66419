import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveDraft, saveFiles, readDraft, readFiles } from './stored-drafts.ts'
import { pathToReturnTo, rememberReturnPoint } from './return-path.ts'
import { clearTab, clearSignedOut, claimTab, personOfTab, writeInTab } from './tab-memory.ts'
import { emptyTab } from './tab-memory.test-data.ts'

const ANN = { username: 'ann@reeves.example', name: 'upload' }
const BOB = { username: 'bob@reeves.example', name: 'upload' }
const isAny = (kept: unknown): kept is unknown => kept !== null
const LETTER = new File(['Dear'], 'letter.pdf')

/** Stores everything that a tab has of a person until their session ends. */
function leaveAllBehind(person: typeof ANN): void {
  claimTab(person.username)
  saveDraft({ ...person, value: 'typed' })
  saveFiles({ ...person, files: [LETTER] })
  writeInTab({ username: person.username, name: 'filters' }, 'county=3&status=4')
  rememberReturnPoint({ path: '/home?county=3', isSignedOut: true })
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', emptyTab())
  vi.stubGlobal('localStorage', emptyTab())
})
afterEach(() => {
  clearTab()
  vi.unstubAllGlobals()
})

test('R2.52 signing out forgets drafts, files, filters, the way back and the person, and nothing else of the tab', () => {
  sessionStorage.setItem('something else', '1')
  leaveAllBehind(ANN)
  expect(Object.keys(sessionStorage)).toHaveLength(5)
  clearTab()
  expect(Object.keys(sessionStorage)).toEqual(['something else'])
  expect(readFiles(ANN)).toEqual([])
  expect(personOfTab()).toBeNull()
})

test('a tab that was away at a sign-out forgets everything older, once', () => {
  leaveAllBehind(ANN)
  clearSignedOut()
  expect(personOfTab()).toBe(ANN.username)
  // The browser's storage is shared, so this is what another tab writes.
  const own = sessionStorage
  vi.stubGlobal('sessionStorage', emptyTab())
  clearSignedOut(new Date('2026-03-10T15:00:00Z'))
  vi.stubGlobal('sessionStorage', own)
  clearSignedOut()
  expect(JSON.stringify(sessionStorage)).not.toContain('ann@')
  leaveAllBehind(ANN)
  clearSignedOut()
  expect(readDraft(ANN, isAny)).toBe('typed')
})

test('R2.54 a tab of another person keeps nothing of the first', () => {
  leaveAllBehind(ANN)
  claimTab(BOB.username)
  expect(JSON.stringify(sessionStorage)).not.toContain('ann@')
  expect(Object.keys(sessionStorage)).toEqual(['of null person'])
  expect(readFiles(ANN)).toEqual([])
})

test('a person who comes back finds their own data', () => {
  leaveAllBehind(ANN)
  claimTab(ANN.username)
  expect(readDraft(ANN, isAny)).toBe('typed')
  expect(readFiles(ANN)).toEqual([LETTER])
  expect(pathToReturnTo(ANN.username)).toBe('/home?county=3')
})

test('R2.54 data of other people is forgotten whatever their names begin with', () => {
  const annex = { ...ANN, username: `${ANN.username} draft upload` }
  saveDraft({ ...ANN, value: 'mine' })
  saveDraft({ ...annex, value: 'not mine' })
  saveDraft({ ...BOB, value: 'not mine' })
  saveFiles({ ...BOB, files: [LETTER] })
  claimTab(ANN.username)
  expect([ANN, annex, BOB].map((draft) => readDraft(draft, isAny))).toEqual(['mine', null, null])
  expect(readFiles(BOB)).toEqual([])
})
