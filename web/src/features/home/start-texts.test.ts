import type { StartPage } from '@portal/contract/start/start.ts'
import { expect, test } from 'vitest'
import { ageText, countOf, listPath, missingText, todayText } from './start-texts.ts'

const CHICAGO = 'America/Chicago'

test('the age of a document counts days of the firm’s zone', () => {
  const at = new Date('2026-04-08T15:00:00Z')
  expect(ageText('2026-04-08T06:00:00Z', at, CHICAGO)).toBe('today')
  expect(ageText('2026-04-08T04:00:00Z', at, CHICAGO)).toBe('1 day')
  expect(ageText('2026-03-29T15:00:00Z', at, CHICAGO)).toBe('10 days')
  // A clock that is behind the server's.
  expect(ageText('2026-04-09T15:00:00Z', at, CHICAGO)).toBe('today')
  expect(todayText(new Date('2026-04-09T03:00:00Z'), CHICAGO)).toBe('Wednesday, April 8, 2026')
})

test('a number leads to the list that has as many documents', () => {
  expect(listPath({ status: 1, year: 2026 })).toBe('/home?status=1&year=2026')
  expect(listPath({ status: 4, county: null, view: 'first' })).toBe('/home?status=4&view=first')
  expect(countOf(1, 'file')).toBe('1 file')
  expect(countOf(1200, 'file')).toBe('1,200 files')
})

test('R18.13 the start page names the parts that did not load', () => {
  const page: StartPage = { appraisalYear: 2026, desk: [] }
  expect(missingText(page)).toBeNull()
  expect(missingText({ ...page, system: null })).toBe('This part could not be loaded: System.')
  expect(missingText({ ...page, system: null, waiting: null })).toBe(
    'These parts could not be loaded: Waits for a decision, System.',
  )
})
