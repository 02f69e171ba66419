import { expect, test } from 'vitest'
import { addressOf } from './view-address.ts'

const view = (query: string) => ({ id: 5, query })

test('R18.15 R18.33 the address of a view names it, in the county of the bar unless it has its own', () => {
  expect(addressOf(view('statusId=1&hasOwner=no'), null)).toBe('status=1&owner=no&saved=5')
  expect(addressOf(view('statusId=1'), 7)).toBe('status=1&county=7&saved=5')
  expect(addressOf(view('countyId=3&q=wells'), 7)).toBe('county=3&q=wells&saved=5')
  expect(addressOf(view('statusId=1&minSize=2048&ownerNbr=42'), null)).toBe(
    'status=1&ownerNumber=42&minSize=2&saved=5',
  )
  expect(addressOf(view(''), null)).toBe('saved=5')
  expect(addressOf(null, null)).toBe('')
})
