import { expect, test } from 'vitest'
import { changed, choicesOf, movedTo, toColumns, usableWidth } from './column-choice.ts'

const ALL = [
  { id: 'id', header: 'File ID', isDefault: true, isFixed: true },
  { id: 'user', header: 'User', isDefault: true, isFixed: false },
  { id: 'name', header: 'File name', isDefault: false, isFixed: false },
  { id: 'view', header: 'View', isDefault: true, isFixed: true },
]

const shownOf = (choices: ReturnType<typeof choicesOf>) => toColumns(choices).map(({ key }) => key)

test('R7.125 without a choice the columns of the specification are shown, in their order', () => {
  expect(shownOf(choicesOf(ALL, null))).toEqual(['id', 'user', 'view'])
})

test('R7.125 a choice gives order and widths; an unknown column is left out, and a fixed one is shown', () => {
  const choices = choicesOf(ALL, [
    { key: 'name', width: 240 },
    { key: 'gone', width: null },
    { key: 'id', width: null },
  ])
  expect(toColumns(choices)).toEqual([
    { key: 'name', width: 240 },
    { key: 'view', width: null },
    { key: 'id', width: null },
  ])
  expect(choices.map(({ id }) => id)).toEqual(['name', 'view', 'id', 'user'])
})

test('R7.125 a column is shown, hidden, moved and resized', () => {
  const choices = choicesOf(ALL, null)
  expect(shownOf(changed(choices, 'user', { isShown: false }))).toEqual(['id', 'view'])
  expect(shownOf(movedTo(choices, 'view', 0))).toEqual(['view', 'id', 'user'])
  expect(shownOf(movedTo(choices, 'view', 99))).toEqual(['id', 'user', 'view'])
  expect(toColumns(changed(choices, 'user', { width: 200 }))[1]).toEqual({ key: 'user', width: 200 })
  expect([usableWidth(3), usableWidth(120.6), usableWidth(5000)]).toEqual([48, 121, 900])
})
