import { expect, test } from 'vitest'
import { kindText, ownerText } from './proposal-texts.ts'

const NAMES = {
  categories: { list: [{ ID: 1, Name: 'Industrial' }] },
  types: [{ ID: 7, Name: 'Rendition', CategoryID: 1 }],
}

test('R3.32 a type has its category, and an owner has a text of its own', () => {
  const owner = { partyNumber: 102219, name: 'Mesa Compression LLC', countyId: null }
  expect(kindText({ categoryId: 1, typeId: 7, owner }, NAMES)).toBe('Industrial · Rendition')
  expect(kindText({ categoryId: 1 }, NAMES)).toBe('Industrial')
  expect(kindText({ owner }, NAMES)).toBe('')
  expect(ownerText({ owner })).toBe('Mesa Compression LLC (102219)')
  expect(ownerText({})).toBe('')
})
