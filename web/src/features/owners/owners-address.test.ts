import { expect, test } from 'vitest'
import { readOwnersAddress, sortAfterPress, writeOwnersAddress } from './owners-address.ts'

function read(query: string) {
  return readOwnersAddress(new URLSearchParams(query))
}

const NOTHING_SET = {
  countyId: null,
  year: null,
  search: '',
  sort: { column: 'name', isDescending: false },
} as const

test('an address without a query is the newest year by name', () => {
  expect(read('')).toEqual(NOTHING_SET)
  expect(writeOwnersAddress(NOTHING_SET).toString()).toBe('')
})

test('a written view is read back the same', () => {
  const address = {
    countyId: 3,
    year: 2024,
    search: ' a&b ',
    sort: { column: 'prior', isDescending: true },
  } as const
  expect(readOwnersAddress(writeOwnersAddress(address))).toEqual(address)
  expect(writeOwnersAddress(address).toString()).toBe(
    'county=3&year=2024&search=+a%26b+&sort=prior&order=desc',
  )
})

test.each(['county=x&year=20.5', 'county=-1&year=0', 'sort=agent&order=up', 'sort=&order='])(
  'an invalid value counts as not set: %s',
  (query) => expect(read(query)).toEqual(NOTHING_SET),
)

test('S2.100 a click on a heading sorts ascending, the next one descending, then ascending again', () => {
  const first = sortAfterPress({ column: 'name', isDescending: true }, 'current')
  expect(first).toEqual({ column: 'current', isDescending: false })
  const second = sortAfterPress(first, 'current')
  expect(second).toEqual({ column: 'current', isDescending: true })
  expect(sortAfterPress(second, 'current')).toEqual(first)
})
