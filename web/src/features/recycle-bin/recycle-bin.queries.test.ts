import { expect, test } from 'vitest'
import { withoutFiles } from './recycle-bin.queries.ts'
import type { Bin } from './recycle-bin.wire.ts'

test('files that leave the bin leave its total too; an unknown file changes nothing', () => {
  const file = {
    FileName: 'a.pdf',
    DeletedAt: '2026-03-10T15:00:00.000Z',
    CategoryName: 'Mineral',
    TypeName: 'Rendition',
    Description: '',
    CountyName: null,
    DeletedByUsername: 'clerk@loving.example',
  }
  const bin: Bin = { files: [1, 2, 3].map((FileID) => ({ FileID, ...file })), total: 1200 }
  const left = withoutFiles(bin, [3, 1, 9])
  expect([left.files.map(({ FileID }) => FileID), left.total]).toEqual([[2], 1198])
})
