import type { Session } from '@portal/contract/auth.ts'
import { expect, test } from 'vitest'
import { countyText } from './county-text.ts'
import { readSession } from './session.wire.ts'

const CLERK = { username: 'clerk@reeves.example', isAdmin: false, countyID: 3, countyName: 'Reeves' }

test("the portal's own session is read as it is", () => {
  expect(readSession(CLERK)).toEqual(CLERK)
})

test("the specification's session names no county", () => {
  const { countyName: _countyName, ...told } = CLERK
  const session = readSession(told as Session)
  expect(session).toEqual({ ...CLERK, countyName: null })
  expect(session && countyText(session)).toBeNull()
})

test("an administrator's may have no county at all", () => {
  expect(readSession({ username: 'admin', isAdmin: true } as Session)).toEqual({
    username: 'admin',
    isAdmin: true,
    countyID: null,
    countyName: null,
  })
})

test('an answer that says null is nobody', () => {
  expect(readSession(null)).toBeNull()
})
