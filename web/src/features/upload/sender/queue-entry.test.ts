import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { countQueue, mergeServerStatus, factsOf } from './queue-entry.ts'
import { entryOf, knownOf, STORED_FILE } from './queue-entry.test-data.ts'

const FOR_ALL = { ...EMPTY_FIELDS, categoryId: 1, typeId: 2, description: 'Gas plants' }

test('a file has what is said of all, but for what is said of it alone', () => {
  expect(factsOf(entryOf(), FOR_ALL)).toEqual(FOR_ALL)
  expect(factsOf(entryOf({ facts: { description: 'Pecos' } }), FOR_ALL).description).toBe('Pecos')
})

test('another category than that of all does not come with the type of all', () => {
  expect(factsOf(entryOf({ facts: { categoryId: 3 } }), FOR_ALL)).toMatchObject({
    categoryId: 3,
    typeId: null,
  })
  expect(factsOf(entryOf({ facts: { categoryId: 1 } }), FOR_ALL).typeId).toBe(2)
})

test('what the server tells becomes of the entry: stored, refused with its reason, or begun', () => {
  const entry = entryOf()
  expect(mergeServerStatus(entry, knownOf({ state: 'stored', file: STORED_FILE })).state).toEqual({
    is: 'stored',
    fileId: 7,
    file: STORED_FILE,
  })
  const refusal = { error: 'Not accepted.', code: 'x', details: 'A virus.' }
  expect(mergeServerStatus(entry, knownOf({ state: 'refused', refusal })).state).toEqual({
    is: 'refused',
    reason: 'A virus.',
  })
  const begun = mergeServerStatus(entry, knownOf())
  expect(begun).toMatchObject({ uploadId: knownOf().id, state: { is: 'waiting' } })
  expect(mergeServerStatus(begun, knownOf({ received: 500 }))).toBe(begun)
})

test('the count has the bytes of what is stored and of what is under way, without what was refused', () => {
  const entries = [
    entryOf({ key: 'a', state: { is: 'stored', fileId: 1, file: null } }),
    entryOf({ key: 'b' }),
    entryOf({ key: 'c', state: { is: 'refused', reason: 'No.' } }),
  ]
  expect(countQueue(entries, new Map([['b', 300]]))).toEqual({
    total: 3,
    stored: 1,
    refused: 1,
    bytes: 2000,
    bytesSent: 1300,
  })
})
