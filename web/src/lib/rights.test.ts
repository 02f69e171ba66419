import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { expect, test } from 'vitest'
import { choosesCounty, may, seesSeveralCounties, withOwnCounty } from './rights.ts'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }

test('a right is held or not, whatever else the person is', () => {
  expect(may({ rights: ['documents.add', 'documents.edit'] }, 'documents.edit')).toBe(true)
  expect(may({ rights: ['documents.add', 'documents.edit'] }, 'documents.manage')).toBe(false)
  for (const right of RIGHTS) expect(may({ rights: [] }, right)).toBe(false)
})

test.each<[who: string, Pick<Session, 'isAdmin' | 'counties'>, sees: boolean, chooses: boolean]>([
  ['an administrator of no county', { isAdmin: true, counties: [] }, true, false],
  ['an administrator of two counties', { isAdmin: true, counties: [REEVES, MIDLAND] }, true, false],
  ['somebody of two counties', { isAdmin: false, counties: [REEVES, MIDLAND] }, true, true],
  ['somebody of one county', { isAdmin: false, counties: [REEVES] }, false, false],
  ['somebody of no county', { isAdmin: false, counties: [] }, false, false],
])('%s: whether counties are shown, and whether one is selected to work for', (_who, session, ...both) => {
  expect([seesSeveralCounties(session), choosesCounty(session)]).toEqual(both)
})

test('a county that the call would refuse is dropped from the filters, and the others stay', () => {
  const filters = { county: REEVES.CountyID, role: 'user' }
  expect(withOwnCounty({ isAdmin: true, counties: [] }, filters)).toEqual(filters)
  expect(withOwnCounty({ isAdmin: false, counties: [REEVES] }, filters)).toEqual(filters)
  expect(withOwnCounty({ isAdmin: false, counties: [MIDLAND] }, filters)).toEqual({
    county: null,
    role: 'user',
  })
})
