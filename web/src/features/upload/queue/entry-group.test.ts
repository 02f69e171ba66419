import { expect, test } from 'vitest'
import { EMPTY_FIELDS, type UploadFields } from '../facts/upload-fields.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'
import { groupOf } from './entry-group.ts'

const WHOLE = { ...EMPTY_FIELDS, categoryId: 1, typeId: 1, description: 'Gas plant' }

const around = (fields: UploadFields = WHOLE, keys: { proposed?: boolean; duplicate?: boolean } = {}) => ({
  view: { plan: { batch: 'b', fields, isGoing: false, leftOut: [] } },
  county: 'none' as const,
  isProposed: () => keys.proposed ?? false,
  isDuplicate: () => keys.duplicate ?? false,
})

test('R3.30 each unsent file is in one group', () => {
  const entry = entryOf({ state: { is: 'chosen' }, facts: {} })
  expect(groupOf(entry, around())).toBe('ready')
  expect(groupOf(entry, around(EMPTY_FIELDS))).toBe('needs more')
  expect(groupOf(entry, around(EMPTY_FIELDS, { proposed: true }))).toBe('to accept')
  expect(groupOf(entry, around(WHOLE, { proposed: true, duplicate: true }))).toBe('on file')
  expect(groupOf(entryOf({ state: { is: 'waiting' } }), around())).toBeNull()
})
