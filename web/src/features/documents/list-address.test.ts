import { describe, expect, test } from 'vitest'
import { addressFor, DOCUMENTS_ADDRESS, filterChange, NO_FILTERS } from './list-address.ts'

const NOTHING_SET = { page: 1, ...NO_FILTERS }

function read(query: string | URLSearchParams) {
  return DOCUMENTS_ADDRESS.read(new URLSearchParams(query)).state
}

describe('the address of the documents list', () => {
  test('an address without a query is the first page without filters', () => {
    expect(read('')).toEqual(NOTHING_SET)
  })

  test('a written view is read back the same', () => {
    const address = { ...NOTHING_SET, page: 7, category: 1, type: 12, status: 4, county: 3 }
    expect(read(DOCUMENTS_ADDRESS.write(address))).toEqual(address)
    expect(DOCUMENTS_ADDRESS.write(address).toString()).toBe('page=7&category=1&type=12&status=4&county=3')
  })

  test('the first page and unset filters leave no trace', () => {
    expect(DOCUMENTS_ADDRESS.write(NOTHING_SET).toString()).toBe('')
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '', ' 2', '99999999999'])(
    'page %j counts as the first',
    (page) => {
      expect(read(new URLSearchParams({ page, category: page }))).toEqual(NOTHING_SET)
    },
  )

  test('a type without its category is dropped', () => {
    expect(read('type=4')).toEqual(NOTHING_SET)
    expect(read('type=4&category=2')).toEqual({ ...NOTHING_SET, category: 2, type: 4 })
  })

  test('R7.11 a county counts for administrators, and for people of several counties if it is one of theirs', () => {
    const address = read('page=2&status=1&county=3')
    const without = { ...NOTHING_SET, page: 2, status: 1 }
    const [reeves, midland, ward] = [3, 8, 9].map((CountyID) => ({ CountyID, Name: `County ${CountyID}` }))
    if (!reeves || !midland || !ward) throw new Error('There are three counties.')
    expect(addressFor({ isAdmin: true, counties: [] }, address)).toEqual(address)
    expect(addressFor({ isAdmin: false, counties: [reeves, midland] }, address)).toEqual(address)
    expect(addressFor({ isAdmin: false, counties: [midland, ward] }, address)).toEqual(without)
    expect(addressFor({ isAdmin: false, counties: [reeves] }, address)).toEqual(without)
    expect(addressFor({ isAdmin: false, counties: [] }, address)).toEqual(without)
  })

  test('R15.30 a search and its order are in the address, and an order without a search is none', () => {
    const address = {
      ...NOTHING_SET,
      q: 'hernández "oil lease"',
      order: 'best',
      from: '2026-01-02',
      file: 'pdf',
    }
    expect(read(DOCUMENTS_ADDRESS.write(address as typeof NOTHING_SET))).toEqual(address)
    expect(read('order=best')).toEqual(NOTHING_SET)
    expect(read('q=%20&file=exe&owner=maybe')).toEqual(NOTHING_SET)
  })

  test('filters are counted, and a page does not count', () => {
    expect(DOCUMENTS_ADDRESS.filters(NOTHING_SET)).toEqual([])
    expect(DOCUMENTS_ADDRESS.filters({ ...NOTHING_SET, page: 2, category: 1, status: 2 })).toHaveLength(2)
  })

  test('a filter is set and removed, and a new category removes the type', () => {
    const state = { ...NO_FILTERS, page: 1, category: 1, type: 12, status: 4 }
    const changed = (...change: Parameters<typeof filterChange>) =>
      DOCUMENTS_ADDRESS.narrow(state, filterChange(...change))
    expect(changed('status', 2)).toEqual({ ...state, status: 2 })
    expect(changed('status', null)).toEqual({ ...state, status: null })
    expect(changed('category', 2)).toEqual({ ...state, category: 2, type: null })
    expect(changed('category', null)).toEqual({ ...state, category: null, type: null })
  })
})
