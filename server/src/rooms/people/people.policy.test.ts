import {
  ADMIN_ONLY_CHANGE,
  COUNTY_GRANT_FORBIDDEN,
  NOT_YOUR_OWN_ACCESS,
  PERSON_NOT_FOUND,
  ROLE_GRANT_FORBIDDEN,
} from '@portal/contract/people/people-errors.ts'
import { ROLES } from '@portal/contract/access/roles.ts'
import { expect, test } from 'vitest'
import {
  isOwnLoss,
  mayActOn,
  mayGive,
  maySendLink,
  type PeopleManager,
  type Subject,
} from './people.policy.ts'

const [MIDLAND, ECTOR, WARD] = [1, 2, 3]
const administrator: PeopleManager = { accountId: 1, counties: 'all' }
const manager: PeopleManager = { accountId: 2, counties: [MIDLAND, ECTOR] }
const somebody = (role: Subject['role'], countyIds: number[], id = 9): Subject => ({ id, role, countyIds })

test('an administrator acts on everyone, in every county', () => {
  for (const role of ROLES) {
    for (const countyIds of [[], [MIDLAND], [MIDLAND, WARD]]) {
      expect(mayActOn(administrator, somebody(role, countyIds))).toBeNull()
      expect(mayGive(administrator, { role, countyIds })).toBeNull()
    }
  }
})

test.each([
  ['a user of one of theirs', somebody('user', [MIDLAND]), null],
  ['a user of several, all theirs', somebody('user', [MIDLAND, ECTOR]), null],
  ['a reader of theirs', somebody('reader', [ECTOR]), null],
  ['a user whom they share', somebody('user', [MIDLAND, WARD]), ADMIN_ONLY_CHANGE],
  ['another manager of theirs', somebody('manager', [MIDLAND]), ADMIN_ONLY_CHANGE],
  ['themselves', somebody('manager', [MIDLAND, ECTOR], 2), NOT_YOUR_OWN_ACCESS],
  ['a user of another county', somebody('user', [WARD]), PERSON_NOT_FOUND],
  ['a manager of another county', somebody('manager', [WARD]), PERSON_NOT_FOUND],
  ['a user without a county', somebody('user', []), PERSON_NOT_FOUND],
  ['staff in theirs', somebody('staff', [MIDLAND]), PERSON_NOT_FOUND],
  ['an administrator who works for theirs', somebody('administrator', [MIDLAND]), PERSON_NOT_FOUND],
])('R8.4 V8.2.1 a manager and %s', (_whom, subject, refusal) => {
  expect(mayActOn(manager, subject)).toBe(refusal)
})

test.each([
  ['a user of one of theirs', somebody('user', [MIDLAND]), null],
  ['a user whom they share', somebody('user', [MIDLAND, WARD]), null],
  ['a reader whom they share', somebody('reader', [WARD, ECTOR]), null],
  ['another manager of theirs', somebody('manager', [MIDLAND, WARD]), ADMIN_ONLY_CHANGE],
  ['themselves', somebody('manager', [MIDLAND, ECTOR], 2), NOT_YOUR_OWN_ACCESS],
  ['a user of another county', somebody('user', [WARD]), PERSON_NOT_FOUND],
  ['staff in theirs', somebody('staff', [MIDLAND]), PERSON_NOT_FOUND],
])('R7.48 V8.2.1 the password link of a manager to %s', (_whom, subject, refusal) => {
  expect(maySendLink(manager, subject)).toBe(refusal)
})

test.each([
  ['user', [MIDLAND], null],
  ['reader', [MIDLAND, ECTOR], null],
  ['manager', [MIDLAND], ROLE_GRANT_FORBIDDEN],
  ['staff', [MIDLAND], ROLE_GRANT_FORBIDDEN],
  ['administrator', [], ROLE_GRANT_FORBIDDEN],
  ['user', [], COUNTY_GRANT_FORBIDDEN],
  ['user', [MIDLAND, WARD], COUNTY_GRANT_FORBIDDEN],
] as const)('R8.4 V8.2.1 a manager who makes a person %s of %j', (role, countyIds, refusal) => {
  expect(mayGive(manager, { role, countyIds })).toBe(refusal)
})

test('people cannot change their own role or disable themselves; an administrator may change their own counties', () => {
  const self = somebody('administrator', [MIDLAND], 1)
  expect(isOwnLoss(administrator, self, { role: 'user' })).toBe(true)
  expect(isOwnLoss(administrator, self, { isDisabled: true })).toBe(true)
  expect(isOwnLoss(administrator, self, { role: 'administrator' })).toBe(false)
  expect(isOwnLoss(administrator, somebody('administrator', []), { role: 'user', isDisabled: true })).toBe(
    false,
  )
})
