import { expect, test } from 'vitest'
import { ROOMS } from './every-call.ts'

const CHANGING = ROOMS.flatMap(({ calls }) => calls).filter(
  ({ method }) => method !== 'GET' && method !== 'OPTIONS',
)

test('V7.5.1 every act of the administration needs a fresh proof of identity', () => {
  const acts = CHANGING.filter(({ path }) => path.startsWith('/admin/'))
  expect(acts.length).toBeGreaterThan(10)
  expect(acts.filter(({ needsProof }) => !needsProof).map(({ name }) => name)).toEqual([])
})

test('V7.5.1 and so does every call that adds or removes a method of signing in', () => {
  const others = CHANGING.filter(({ path, needsProof }) => needsProof && !path.startsWith('/admin/'))
  expect(others.map(({ name }) => name).toSorted()).toEqual([
    'addPasskey',
    'beginPasskey',
    'beginSecondFactor',
    'confirmSecondFactor',
    'createToken',
    'joinIdentity',
    'removeIdentity',
    'removePasskey',
    'removeSecondFactor',
    'renewRecoveryCodes',
  ])
})
