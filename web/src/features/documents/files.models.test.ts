import { describe, expect, test } from 'vitest'
import { namesById, rangeText } from './files.models.ts'

describe('the position of the page in the list', () => {
  test('a full page, the last page, thousands with a comma', () => {
    expect(rangeText({ page: 1, shown: 50, total: 2041 })).toBe('Records 1–50 of 2,041')
    expect(rangeText({ page: 41, shown: 41, total: 2041 })).toBe('Records 2,001–2,041 of 2,041')
  })

  test('R15.14 a search with more hits than it lists says so', () => {
    const range = { page: 1, shown: 50, total: 10_000, hasMore: true }
    expect(rangeText(range)).toBe('Records 1–50 of more than 10,000')
  })

  test('a page without rows shows the total only', () => {
    expect(rangeText({ page: 9, shown: 0, total: 0 })).toBe('0 records')
    expect(rangeText({ page: 9, shown: 0, total: 1 })).toBe('1 record')
  })

  test('without a total the range is alone', () => {
    expect(rangeText({ page: 2, shown: 7, total: null })).toBe('Records 51–57')
  })
})

test('a lookup list that could not be fetched has no names', () => {
  expect(namesById(undefined).size).toBe(0)
  expect(namesById([{ ID: 2, Name: 'Mineral' }]).get(2)).toBe('Mineral')
})
