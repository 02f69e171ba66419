import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { expect, test } from 'vitest'
import { isSamePerson } from './session.ts'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }
const CLERK: Session = {
  username: 'clerk@reeves.example',
  sessionKey: 'key',
  isAdmin: false,
  countyID: 3,
  countyName: 'Reeves',
  counties: [MIDLAND, REEVES],
  rights: ['documents.add'],
}

test('the screen stays when the person selects another of their counties, or one is renamed', () => {
  expect(isSamePerson(CLERK, { ...CLERK, countyID: 8, countyName: 'Midland' })).toBe(true)
  expect(isSamePerson(CLERK, { ...CLERK, counties: [{ ...REEVES, Name: 'Loving' }, MIDLAND] })).toBe(true)
})

test.each<[what: string, changed: Partial<Session>]>([
  ['another person', { username: 'other@reeves.example' }],
  ['another right', { rights: ['documents.add', 'documents.edit'] }],
  ['a county less', { counties: [REEVES] }],
  ['an administrator', { isAdmin: true }],
])('the screen closes when the session is of %s', (_what, changed) => {
  expect(isSamePerson(CLERK, { ...CLERK, ...changed })).toBe(false)
})
