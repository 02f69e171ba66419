import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'
import { proposalOf } from './proposal.ts'
import { proposalsText } from './proposal-texts.ts'

const MESA = { number: 1001, name: 'Mesa Compression LLC', note: '' }
const WORDS = {
  categories: [
    { ID: 1, Name: 'Industrial' },
    { ID: 2, Name: 'Mineral' },
  ],
  types: [
    { ID: 10, Name: 'Rendition', CategoryID: 1 },
    { ID: 11, Name: 'Extension Request', CategoryID: 1 },
    { ID: 21, Name: 'Division Order', CategoryID: 2 },
  ],
  relationTypes: [{ ID: 1, Name: 'Owner' }],
  ownerRight: 'link' as const,
  partyOf: (countyId: number | null, number: number) =>
    countyId === null && [1001, 1003].includes(number) ? { ...MESA, number } : undefined,
}

function proposed(name: string, about: Partial<QueueEntry> = {}, forAll: Partial<QueueFields> = {}) {
  const entry = entryOf({ name, state: { is: 'chosen' }, ...about })
  return proposalOf(entry, { ...EMPTY_FIELDS, ...forAll }, WORDS)
}

test('a file that the server has begun to receive gets no suggestions anymore', () => {
  expect(proposed('1001 ext 2026.pdf', { uploadId: 'begun' })).toBeNull()
  expect(proposed('1001 ext 2026.pdf', { state: { is: 'waiting' } })).toBeNull()
})

test('a name suggests type, owner and, with the year, a description; a folder suggests its own', () => {
  const owner = { partyNumber: 1001, name: 'Mesa Compression LLC', countyId: null }
  expect(proposed('1001 ext 2026.pdf')?.facts).toEqual({
    categoryId: 1,
    typeId: 11,
    owner,
    description: 'Extension Request 2026',
  })
  const folder = { folder: 'Renditions/Gas plants' }
  expect(proposed('x 2026.pdf', folder)?.facts).toEqual({ description: 'Renditions, Gas plants 2026' })
  expect(proposed('x 2026.pdf', { folder: 'Plants 2026' })?.facts).toEqual({ description: 'Plants 2026' })
  expect(proposed('scan 0001.pdf')).toBeNull()
})

test('R5.91 details entered for the file stay, without a suggestion', () => {
  const said: Partial<QueueFields> = {
    categoryId: 1,
    typeId: 10,
    description: 'Mine',
    owner: { partyNumber: 7, name: 'Caprock', countyId: null },
  }
  expect(proposed('1001 ext 2026.pdf', { facts: said, folder: 'Plants' })).toBeNull()
})

test('if another type is set for all files, the suggestion is shown but not accepted with all', () => {
  const another = proposed('ext 2026.pdf', {}, { categoryId: 1, typeId: 10 })
  expect(another?.facts).toEqual({ categoryId: 1, typeId: 11, description: 'Extension Request 2026' })
  expect(another?.free).toEqual({ description: 'Extension Request 2026' })
  const other = proposed('div order.pdf', {}, { categoryId: 1 })
  expect(other?.free).toEqual({})
  expect(proposed('rendition.pdf', {}, { categoryId: 1, typeId: 10 })).toBeNull()
})

test('R3.36 a suggested owner on the roll brings its relation, unless one is chosen', () => {
  const words = { ...WORDS, partyOf: () => ({ ...MESA, isOnRoll: true }) }
  const entry = entryOf({ name: '1001.pdf', state: { is: 'chosen' } })
  const owner = { partyNumber: 1001, name: 'Mesa Compression LLC', countyId: null }
  expect(proposalOf(entry, EMPTY_FIELDS, words)?.free).toEqual({
    owner: { ...owner, relationOfRoll: 1 },
    relationTypeId: 1,
  })
  expect(proposalOf(entry, { ...EMPTY_FIELDS, relationTypeId: 2 }, words)?.free).toEqual({ owner })
})

test('R3.40 a suggested owner is for the firm to link, if the user may not', () => {
  const entry = entryOf({ name: '1001.pdf', state: { is: 'chosen' } })
  const words = { ...WORDS, ownerRight: 'name', partyOf: () => ({ ...MESA, isOnRoll: true }) } as const
  expect(proposalOf(entry, EMPTY_FIELDS, words)?.free).toEqual({
    owner: { partyNumber: 1001, name: 'Mesa Compression LLC', countyId: null, isForFirm: true },
  })
})

test('with several owners none is suggested, nor one of another county', () => {
  expect(proposed('1001 1003.pdf')).toBeNull()
  expect(proposed('1001.pdf', {}, { countyId: 8 })).toBeNull()
})

test('a sent file gets no suggestions, and a description over the limit is not suggested', () => {
  expect(proposed('ext 2026.pdf', { state: { is: 'waiting' } })).toBeNull()
  expect(proposed('x.pdf', { folder: 'word '.repeat(101) })).toBeNull()
})

test('how many there are, and how many are not accepted with the others', () => {
  const one = proposed('ext 2026.pdf')
  if (!one) throw new Error('Its name tells its type.')
  expect(proposalsText([one], [one])).toBe('We can fill in 1 file from its name.')
  expect(proposalsText([one, one], [one])).toBe(
    'We can fill in 1 file from its name. The name of 1 other file differs from your entries. Check its row, then press Fill in.',
  )
  expect(proposalsText([one], [])).toBe(
    'The name of 1 file differs from your entries. Check its row, then press Fill in.',
  )
  expect(proposalsText([one, one, one, one], [one, one])).toBe(
    'We can fill in 2 files from their names. The names of 2 other files differ from your entries. Check each row, then press Fill in.',
  )
})
