import { expect, test, vi } from 'vitest'
import { withoutFiles, type Bin } from './recycle-bin.queries.ts'
import { createSelection } from './selection.ts'

test('a selection is ticked, unticked, set and cleared, and says so', () => {
  const selection = createSelection()
  const listener = vi.fn<() => void>()
  const forget = selection.subscribe(listener)
  selection.toggle(7)
  selection.toggle(3)
  selection.toggle(7)
  expect([...selection.ids()]).toEqual([3])
  selection.set([1, 2, 3])
  expect(selection.ids().size).toBe(3)
  selection.set([])
  expect(selection.ids().size).toBe(0)
  expect(listener).toHaveBeenCalledTimes(5)
  forget()
  selection.toggle(1)
  expect(listener).toHaveBeenCalledTimes(5)
})

test('files that leave the bin leave its total too; a file that was not there changes nothing', () => {
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
