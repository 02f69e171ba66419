import { expect, test } from 'vitest'
import { readDuplicates, readDuplicatesByHash } from './duplicates.wire.ts'

test('a missing fact of a duplicate is empty', () => {
  expect(readDuplicates({ files: [{ FileID: 7 } as never] })).toEqual({
    total: 1,
    files: [{ FileID: 7, FileName: '', UploadDate: '', UploadedBy: '', CountyName: null }],
  })
})

test('duplicates are found by hash, and a response without a list is invalid', () => {
  const twins = [{ sha256: 'aa', total: 9, files: [] }]
  expect(readDuplicatesByHash({ twins })).toEqual(new Map([['aa', { total: 9, files: [] }]]))
  expect(() => readDuplicatesByHash({} as never)).toThrow('The portal sent an answer that cannot be read.')
})
