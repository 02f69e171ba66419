import { expect, test } from 'vitest'
import { callPath } from './call-path.ts'
import { unlinkOwner } from './edit/edit-links.ts'
import { listUploads } from './files/files.ts'
import { listOrganizations } from './lookups/lookups.ts'

test('every parameter is at its place, encoded for an address', () => {
  const params = { id: 7, partyNumber: 'a/b ?', relationTypeId: 2 }
  expect(callPath(unlinkOwner, { params })).toBe('/status/uploads/7/owners/a%2Fb%20%3F/2')
})

test('only the set parts of a query are written', () => {
  const query = { page: 2, categoryId: undefined, statusId: null, countyId: '', typeId: 4 }
  expect(callPath(listUploads, { query })).toBe('/files/uploads?page=2&typeId=4')
  expect(callPath(listUploads)).toBe('/files/uploads')
})

test('a list is written with commas between its values', () => {
  const query = { partyNumbers: [1001, 1002] }
  expect(callPath(listOrganizations, { query })).toBe('/lookup/OrganizationName?partyNumbers=1001%2C1002')
})
