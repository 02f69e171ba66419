import { describe, expect, test } from 'vitest'
import { excerptOf, namesById, rangeText } from './files.models.ts'

describe('the description in the table', () => {
  test('five words stand whole', () => {
    expect(excerptOf('one two three four five')).toEqual({ text: 'one two three four five', isWhole: true })
  })

  test('of six words the first five stand', () => {
    expect(excerptOf('one two three four five six')).toEqual({
      text: 'one two three four five',
      isWhole: false,
    })
  })

  test('any white space parts words, at the edges it counts for nothing', () => {
    expect(excerptOf('  one\ttwo\nthree   four five \n')).toEqual({
      text: 'one two three four five',
      isWhole: true,
    })
  })

  test('an empty description is whole, and so is none', () => {
    expect(excerptOf(' ')).toEqual({ text: '', isWhole: true })
    expect(excerptOf(null)).toEqual({ text: '', isWhole: true })
  })
})

describe('where the page stands in the list', () => {
  test('a full page, the last page, thousands with a comma', () => {
    expect(rangeText({ page: 1, shown: 50, total: 2041 })).toBe('Records 1–50 of 2,041')
    expect(rangeText({ page: 41, shown: 41, total: 2041 })).toBe('Records 2,001–2,041 of 2,041')
  })

  test('a page without rows says the total only', () => {
    expect(rangeText({ page: 9, shown: 0, total: 0 })).toBe('0 records')
    expect(rangeText({ page: 9, shown: 0, total: 1 })).toBe('1 record')
  })

  test('without a total the range stands alone', () => {
    expect(rangeText({ page: 2, shown: 7 })).toBe('Records 51–57')
  })
})

test('a lookup list that could not be fetched has no names', () => {
  expect(namesById(undefined).size).toBe(0)
  expect(namesById([{ ID: 2, Name: 'Mineral' }]).get(2)).toBe('Mineral')
})
