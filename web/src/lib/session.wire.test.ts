import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { expect, test } from 'vitest'
import { countyText } from './county-text.ts'
import { readSession } from './session.wire.ts'

const CLERK: Session = {
  username: 'clerk@reeves.example',
  sessionKey: 'key',
  isAdmin: false,
  countyID: 3,
  countyName: 'Reeves',
  counties: [
    { CountyID: 7, Name: 'Pecos' },
    { CountyID: 3, Name: 'Reeves' },
  ],
  rights: ['documents.add', 'people.manage'],
}

test("the portal's own session is read as it is", () => {
  expect(readSession(CLERK)).toEqual(CLERK)
})

test("the specification's session names no county, and neither counties nor rights", () => {
  const { username, isAdmin, countyID } = CLERK
  const session = readSession({ username, isAdmin, countyID } as Session)
  expect(session).toEqual({
    ...CLERK,
    sessionKey: '',
    countyName: null,
    counties: [{ CountyID: 3, Name: '' }],
    rights: ['documents.add'],
  })
  expect(session && countyText(session)).toBeNull()
})

test("an administrator's may have no county at all", () => {
  expect(readSession({ username: 'admin', isAdmin: true } as Session)).toEqual({
    username: 'admin',
    sessionKey: '',
    isAdmin: true,
    countyID: null,
    countyName: null,
    counties: [],
    rights: RIGHTS,
  })
})

test('a null response means no one is signed in', () => {
  expect(readSession(null)).toBeNull()
})
