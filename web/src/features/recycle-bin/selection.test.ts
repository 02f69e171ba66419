import { expect, test, vi } from 'vitest'
import { withoutFiles } from './recycle-bin.queries.ts'
import type { Bin } from './recycle-bin.wire.ts'
import { createSelection } from './selection.ts'

test('a selection is set, cleared and toggled, and announces it', () => {
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

test('a range goes from the last row to this one, up or down, and takes the state of this one', () => {
  const selection = createSelection()
  selection.setRows([9, 8, 7, 6, 5])
  selection.toggle(8)
  selection.toggle(6, { isRange: true })
  expect([...selection.ids()].toSorted((one, other) => one - other)).toEqual([6, 7, 8])
  selection.toggle(9, { isRange: true })
  expect([...selection.ids()].toSorted((one, other) => one - other)).toEqual([6, 7, 8, 9])
  selection.toggle(7, { isRange: true })
  expect([...selection.ids()]).toEqual([6])
})

test('a range from a row that has left the bin is only this row', () => {
  const selection = createSelection()
  selection.setRows([3, 2, 1])
  selection.toggle(3)
  selection.setRows([2, 1])
  selection.toggle(1, { isRange: true })
  expect([...selection.ids()].toSorted((one, other) => one - other)).toEqual([1, 3])
})
