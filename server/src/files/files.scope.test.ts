import { expect, test } from 'vitest'
import type { Person } from '../auth/person.ts'
import { listScope } from './files.scope.ts'

const person: Person = {
  accountId: 5,
  email: 'p@county.example',
  isAdmin: false,
  countyId: null,
  countyName: null,
}

test('an administrator sees all documents, with a county or without', () => {
  expect(listScope({ ...person, isAdmin: true })).toEqual({ kind: 'all' })
  expect(listScope({ ...person, isAdmin: true, countyId: 3, countyName: 'Ector' })).toEqual({ kind: 'all' })
})

test('V8.4.1 a county user sees the documents of the county', () => {
  expect(listScope({ ...person, countyId: 3, countyName: 'Ector' })).toEqual({ kind: 'county', countyId: 3 })
})

test('somebody without a county sees their own uploads only', () => {
  expect(listScope(person)).toEqual({ kind: 'own', accountId: 5 })
})
