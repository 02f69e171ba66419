import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from './upload-fields.ts'
import { lacksRelation, ownerChosen, ownerRemoved, toOwnerFields } from './owner-facts.ts'
import { factsOf } from '../sender/queue-entry.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'

const MESA = { partyNumber: 100, name: 'Mesa Oil', countyId: 7 }
const FOR_ALL = { ...EMPTY_FIELDS, countyId: 7, owner: MESA, relationTypeId: 2 }

test('a file has the owner for all files, or one of its own', () => {
  const other = { ...MESA, partyNumber: 200 }
  expect(factsOf(entryOf(), FOR_ALL).owner).toEqual(MESA)
  expect(factsOf(entryOf({ facts: { owner: other } }), FOR_ALL)).toMatchObject({
    owner: other,
    relationTypeId: 2,
  })
  expect(factsOf(entryOf({ facts: { owner: null } }), FOR_ALL).owner).toBeNull()
})

test('in another county the owner for all files is removed, and one of its own stays only if it was chosen there', () => {
  expect(factsOf(entryOf({ facts: { countyId: 8 } }), FOR_ALL).owner).toBeNull()
  const there = { ...MESA, countyId: 8 }
  expect(factsOf(entryOf({ facts: { countyId: 8, owner: there } }), FOR_ALL).owner).toEqual(there)
  expect(factsOf(entryOf({ facts: { owner: there } }), FOR_ALL).owner).toBeNull()
})

test('a batch stored by an older page has no owner', () => {
  expect(factsOf(entryOf(), { ...EMPTY_FIELDS, description: 'Gas plants' })).toEqual({
    ...EMPTY_FIELDS,
    description: 'Gas plants',
  })
})

test('an owner needs a relation, and a relation alone is not sent', () => {
  expect(lacksRelation({ owner: MESA, relationTypeId: null })).toBe(true)
  expect(lacksRelation({ owner: MESA, relationTypeId: 2 })).toBe(false)
  expect(lacksRelation({ relationTypeId: 2 })).toBe(false)
  expect(toOwnerFields(FOR_ALL)).toEqual({ ownerNbr: '100', relationTypeId: '2' })
  expect(toOwnerFields({ owner: null, relationTypeId: 2 })).toEqual({})
  expect(toOwnerFields({ owner: MESA })).toEqual({})
})

test('R3.36 an owner brings the relation of the roll, unless one is chosen, and takes it along', () => {
  const chosen = ownerChosen({}, MESA, 1)
  expect(chosen).toEqual({ owner: { ...MESA, relationOfRoll: 1 }, relationTypeId: 1 })
  expect(ownerChosen({ relationTypeId: 2 }, MESA, 1)).toEqual({ owner: MESA })
  expect(ownerChosen({}, MESA, null)).toEqual({ owner: MESA })
  expect(ownerRemoved(chosen)).toEqual({ owner: null, relationTypeId: null })
  expect(ownerRemoved({ ...chosen, relationTypeId: 2 })).toEqual({ owner: null })
  expect(ownerChosen(chosen, MESA, null)).toEqual({ owner: MESA, relationTypeId: null })
  expect(ownerChosen({ ...chosen, relationTypeId: 2 }, MESA, 1)).toEqual({ owner: MESA })
})

test('R3.40 an owner for the firm to link needs no relation, and is sent under a name of its own', () => {
  const owner = { ...MESA, isForFirm: true }
  expect(lacksRelation({ owner })).toBe(false)
  expect(toOwnerFields({ owner, relationTypeId: 2 })).toEqual({ namedOwnerNbr: '100' })
})
