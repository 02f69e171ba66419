import { describe, expect, test } from 'vitest'
import { addressFor, countFilters, readListAddress, withFilter, writeListAddress } from './list-address.ts'

function read(query: string) {
  return readListAddress(new URLSearchParams(query))
}

describe('the address of the documents list', () => {
  test('an address without a query is the first page without filters', () => {
    expect(read('')).toEqual({ page: 1, filters: {} })
  })

  test('what is written is read back the same', () => {
    const address = { page: 7, filters: { categoryId: 1, typeId: 12, statusId: 4, countyId: 3 } }
    expect(readListAddress(writeListAddress(address))).toEqual(address)
    expect(writeListAddress(address).toString()).toBe('page=7&category=1&type=12&status=4&county=3')
  })

  test('the first page and filters that are not set leave no trace', () => {
    expect(writeListAddress({ page: 1, filters: {} }).toString()).toBe('')
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '', ' 2', '99999999999'])(
    'page %j counts as the first',
    (page) => {
      expect(readListAddress(new URLSearchParams({ page, category: page }))).toEqual({ page: 1, filters: {} })
    },
  )

  test('a type without its category is dropped', () => {
    expect(read('type=4')).toEqual({ page: 1, filters: {} })
    expect(read('type=4&category=2')).toEqual({ page: 1, filters: { categoryId: 2, typeId: 4 } })
  })

  test('R7.11 a county counts for administrators, and for people of several counties where it is one of theirs', () => {
    const address = read('page=2&status=1&county=3')
    const without = { page: 2, filters: { statusId: 1 } }
    const [reeves, midland, ward] = [3, 8, 9].map((CountyID) => ({ CountyID, Name: `County ${CountyID}` }))
    if (!reeves || !midland || !ward) throw new Error('There are three counties.')
    expect(addressFor({ isAdmin: true, counties: [] }, address)).toEqual(address)
    expect(addressFor({ isAdmin: false, counties: [reeves, midland] }, address)).toEqual(address)
    expect(addressFor({ isAdmin: false, counties: [midland, ward] }, address)).toEqual(without)
    expect(addressFor({ isAdmin: false, counties: [reeves] }, address)).toEqual(without)
    expect(addressFor({ isAdmin: false, counties: [] }, address)).toEqual(without)
  })

  test('filters are counted', () => {
    expect(countFilters({})).toBe(0)
    expect(countFilters({ categoryId: 1, statusId: 2 })).toBe(2)
  })

  test('a filter is set and taken off, and a new category takes the type with it', () => {
    const filters = { categoryId: 1, typeId: 12, statusId: 4 }
    expect(withFilter(filters, 'statusId', 2)).toEqual({ categoryId: 1, typeId: 12, statusId: 2 })
    expect(withFilter(filters, 'statusId', null)).toEqual({ categoryId: 1, typeId: 12 })
    expect(withFilter(filters, 'categoryId', 2)).toEqual({ categoryId: 2, statusId: 4 })
    expect(withFilter(filters, 'categoryId', null)).toEqual({ statusId: 4 })
  })
})
