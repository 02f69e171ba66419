import { expect, test, vi } from 'vitest'
import { countOf, createSelection, toInput, type Selection } from './selection.ts'

/** The files that are selected one by one, in order. */
function idsOf(selection: Selection): number[] {
  const contents = selection.contents()
  return contents.kind === 'files' ? [...contents.ids].toSorted((one, other) => one - other) : []
}

const NEW = { filter: 'statusId=1', label: 'Status: New', total: 1968, isComplete: true }

test('a selection is set, cleared and toggled, and announces it', () => {
  const selection = createSelection()
  const listener = vi.fn<() => void>()
  const forget = selection.subscribe(listener)
  selection.toggle(7)
  selection.toggle(3)
  selection.toggle(7)
  expect(idsOf(selection)).toEqual([3])
  selection.set([1, 2, 3])
  expect(idsOf(selection).length).toBe(3)
  selection.set([])
  expect(idsOf(selection).length).toBe(0)
  expect(listener).toHaveBeenCalledTimes(5)
  forget()
  selection.toggle(1)
  expect(listener).toHaveBeenCalledTimes(5)
})

test('a range goes from the last row to this one, up or down, and takes the state of this one', () => {
  const selection = createSelection()
  selection.setRows({ ids: [9, 8, 7, 6, 5], filter: '' })
  selection.toggle(8)
  selection.toggle(6, { isRange: true })
  expect(idsOf(selection)).toEqual([6, 7, 8])
  selection.toggle(9, { isRange: true })
  expect(idsOf(selection)).toEqual([6, 7, 8, 9])
  selection.toggle(7, { isRange: true })
  expect(idsOf(selection)).toEqual([6])
})

test('a range from a row that has left the bin is only this row', () => {
  const selection = createSelection()
  selection.setRows({ ids: [3, 2, 1], filter: '' })
  selection.toggle(3)
  selection.setRows({ ids: [2, 1], filter: '' })
  selection.toggle(1, { isRange: true })
  expect(idsOf(selection)).toEqual([1, 3])
})

test('R20.1 files stay selected while other rows are on screen', () => {
  const selection = createSelection()
  selection.setRows({ ids: [3, 2, 1], filter: '' })
  selection.toggle(3)
  selection.setRows({ ids: [6, 5, 4], filter: 'statusId=1' })
  selection.change([6, 5, 4], true)
  selection.change([5], false)
  expect(idsOf(selection)).toEqual([3, 4, 6])
  expect(countOf(selection.contents())).toBe(3)
  expect(toInput(selection.contents())).toEqual({ ids: [3, 6, 4] })
})

test('R20.3 all that match are selected, except those that were deselected', () => {
  const selection = createSelection()
  selection.setRows({ ids: [9, 8, 7, 6], filter: NEW.filter })
  selection.toggle(9)
  selection.setAll(NEW)
  expect(selection.isSelected(6)).toBe(true)
  selection.toggle(9)
  selection.toggle(7, { isRange: true })
  expect([9, 8, 7, 6].map((id) => selection.isSelected(id))).toEqual([false, false, false, true])
  selection.toggle(8)
  expect(countOf(selection.contents())).toBe(1966)
  expect(toInput(selection.contents())).toEqual({ filter: NEW.filter, except: [9, 7] })
})

test('R20.3 with other filters no row can be selected, until all that match are cleared', () => {
  const selection = createSelection()
  const listener = vi.fn<() => void>()
  selection.setRows({ ids: [2, 1], filter: NEW.filter })
  selection.setAll(NEW)
  selection.subscribe(listener)
  selection.setRows({ ids: [5, 4], filter: 'statusId=2' })
  expect(listener).toHaveBeenCalledOnce()
  expect([selection.isOpen(), selection.isSelected(5)]).toEqual([false, false])
  selection.toggle(5)
  expect(countOf(selection.contents())).toBe(1968)
  selection.setRows({ ids: [2, 1], filter: NEW.filter })
  expect([selection.isOpen(), selection.isSelected(2)]).toEqual([true, true])
  selection.set([])
  expect([countOf(selection.contents()), selection.isSelected(2)]).toEqual([0, false])
})
