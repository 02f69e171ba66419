import { expect, test } from 'vitest'
import type { Counties } from '../../../lib/counties.ts'
import { countyChoice, openCounties, startFields, withTheirCounty } from './upload-county.ts'
import { EMPTY_FIELDS } from './upload-fields.ts'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }
const BOTH: Counties = { areChosen: true, list: [REEVES, MIDLAND], isRead: true, reload: undefined }
const UNREAD: Counties = { areChosen: true, list: [], isRead: false, reload: undefined }
const NONE: Counties = { areChosen: false, list: [], isRead: true, reload: undefined }

test('R7.100 of several counties the form starts with the selected one, and with none for all of them', () => {
  const person = { isAdmin: false, counties: [REEVES, MIDLAND] }
  expect(startFields(person, 8)).toEqual({ ...EMPTY_FIELDS, countyId: 8 })
  expect(startFields(person, null)).toEqual(EMPTY_FIELDS)
})

test('R10.5 it starts without one if that one is closed', () => {
  const counties = [REEVES, { ...MIDLAND, isClosed: true as const }]
  expect(startFields({ isAdmin: false, counties }, 8)).toEqual(EMPTY_FIELDS)
})

test('it starts without one for a person of one county, and for an administrator, who names it', () => {
  expect(startFields({ isAdmin: false, counties: [REEVES] }, 3)).toEqual(EMPTY_FIELDS)
  expect(startFields({ isAdmin: true, counties: [REEVES, MIDLAND] }, 3)).toEqual(EMPTY_FIELDS)
})

test('a county field appears if there are several, or if that is not known yet', () => {
  expect([BOTH, UNREAD, NONE, { ...BOTH, list: [] }].map(countyChoice)).toEqual([
    'offered',
    'unread',
    'none',
    'none',
  ])
})

test('a restored form drops a county that is no longer theirs', () => {
  const left = { ...EMPTY_FIELDS, description: 'Gas plant', countyId: 8 }
  expect(withTheirCounty(left, BOTH)).toEqual(left)
  expect(withTheirCounty(left, UNREAD)).toEqual(left)
  expect(withTheirCounty(left, { ...BOTH, list: [REEVES] })).toEqual({ ...left, countyId: null })
  expect(withTheirCounty(left, NONE)).toEqual({ ...left, countyId: null })
})

test('R10.5 a closed county is not offered for an upload', () => {
  const closed: Counties = { ...BOTH, list: [REEVES, { ...MIDLAND, isClosed: true }] }
  expect(openCounties(closed)).toEqual({ ...BOTH, list: [REEVES] })
  const left = { ...EMPTY_FIELDS, countyId: MIDLAND.CountyID }
  expect(withTheirCounty(left, openCounties(closed))).toEqual({ ...left, countyId: null })
})
