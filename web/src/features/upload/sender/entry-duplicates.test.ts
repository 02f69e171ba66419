import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueEntry } from './queue-entry.ts'
import { entryOf, STORED_FILE } from './queue-entry.test-data.ts'
import { findEntryDuplicates, nameOf, NO_DUPLICATES, toAsk } from './entry-duplicates.ts'
import { duplicatesQuestion, duplicatesText } from '../duplicates/duplicates-texts.ts'

const DUPLICATES = {
  total: 1,
  files: [{ FileID: 7, FileName: 'a.pdf', UploadDate: '', UploadedBy: '', CountyName: null }],
}

function chosen(key: string, sha256: string | null, more: Partial<QueueEntry> = {}): QueueEntry {
  return entryOf({ key, name: `${key}.pdf`, sha256, state: { is: 'chosen' }, ...more })
}

const listed = (entries: readonly QueueEntry[], county: 'none' | 'offered' = 'none') => ({
  entries,
  fields: EMPTY_FIELDS,
  county,
})

test('the server is asked only for unsent files, once their hash is known', () => {
  const entries = [
    chosen('a', 'aa'),
    chosen('b', null),
    chosen('c', 'cc', { state: { is: 'waiting' } }),
    chosen('d', 'dd', { state: { is: 'refused', reason: '' } }),
  ]
  expect(toAsk(listed(entries))).toEqual([{ sha256: 'aa', countyId: null }])
})

test('a person who selects counties checks each file in its own, and not before it has one', () => {
  const entries = [chosen('a', 'aa'), chosen('b', 'bb', { facts: { countyId: 3 } })]
  expect(toAsk(listed(entries, 'offered'))).toEqual([{ sha256: 'bb', countyId: 3 }])
})

test('a file is a duplicate of documents, and a later one in the list of an earlier one', () => {
  const [a, b, c] = [chosen('a', 'aa'), chosen('b', 'bb'), chosen('c', 'bb')]
  const known = new Map([
    [nameOf({ sha256: 'aa', countyId: null }), DUPLICATES],
    [nameOf({ sha256: 'bb', countyId: null }), NO_DUPLICATES],
  ])
  expect(findEntryDuplicates(listed([a, b, c]), known)).toEqual([
    { entry: a, documents: DUPLICATES, earlier: null },
    { entry: c, documents: NO_DUPLICATES, earlier: b },
  ])
})

test('the same bytes for two counties are no duplicates, and a refused file is none', () => {
  const refused = chosen('a', 'aa', { facts: { countyId: 1 }, state: { is: 'refused', reason: '' } })
  const [b, c] = [
    chosen('b', 'aa', { facts: { countyId: 1 } }),
    chosen('c', 'aa', { facts: { countyId: 2 } }),
  ]
  expect(findEntryDuplicates(listed([refused, b, c], 'offered'), new Map())).toEqual([])
})

test('an already stored file of this list counts as the earlier one', () => {
  const stored = chosen('a', 'aa', { state: { is: 'stored', fileId: 7, file: STORED_FILE } })
  const again = chosen('b', 'aa')
  expect(findEntryDuplicates(listed([stored, again]), new Map())).toEqual([
    { entry: again, documents: NO_DUPLICATES, earlier: stored },
  ])
})

test('the question counts both kinds', () => {
  const inCounty = { entry: chosen('a', 'aa'), documents: DUPLICATES, earlier: null }
  const twice = { entry: chosen('b', 'bb'), documents: NO_DUPLICATES, earlier: chosen('c', 'bb') }
  const where = 'in the county'
  expect(duplicatesQuestion([inCounty, inCounty, inCounty], where)).toBe(
    '3 files are in the county already. Send them anyway, or leave them out?',
  )
  expect(duplicatesQuestion([inCounty], where)).toBe(
    '1 file is in the county already. Send it anyway, or leave it out?',
  )
  expect(duplicatesText([inCounty, twice, twice], where)).toBe(
    '1 file is in the county already, and 2 are in this list twice',
  )
  expect(duplicatesText([twice], where)).toBe('1 file is in this list twice')
})
