import { expect, test } from 'vitest'
import { receiptGroups } from './receipt-groups.ts'

const file = (id: number, category: string | null, type: string | null) => ({ id, category, type })

test('R12.10 the files of a receipt are in one group for each category and type, in the order of the batch', () => {
  const files = [
    file(1, 'Mineral', 'Rendition'),
    file(2, 'Industrial', 'Rendition'),
    file(3, 'Mineral', 'Rendition'),
    file(4, 'Industrial', 'Asset List'),
  ]
  const groups = receiptGroups(files, (each) => each)
  expect(groups.map(({ heading, files: own }) => [heading, ...own.map(({ id }) => id)])).toEqual([
    ['Mineral: Rendition', 1, 3],
    ['Industrial: Rendition', 2],
    ['Industrial: Asset List', 4],
  ])
})

test('R12.10 files without a category or type on the receipt are in one group without a heading', () => {
  const files = [file(1, null, null), file(2, 'Mineral', null)]
  expect(receiptGroups(files, (each) => each)).toEqual([{ heading: null, files }])
})
