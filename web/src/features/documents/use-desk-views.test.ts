import { expect, test } from 'vitest'
import { pathOfView } from './use-desk-views.ts'

test('R18.15 a saved view leads to its list, in the county of the bar unless it has its own', () => {
  expect(pathOfView('statusId=1&hasOwner=no', null)).toBe('/home?status=1&owner=no')
  expect(pathOfView('statusId=1', 7)).toBe('/home?status=1&county=7')
  expect(pathOfView('countyId=3&q=wells', 7)).toBe('/home?county=3&q=wells')
  expect(pathOfView('statusId=1&minSize=2048&ownerNbr=42', null)).toBe(
    '/home?status=1&ownerNumber=42&minSize=2',
  )
})
