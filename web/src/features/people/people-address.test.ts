import { expect, test } from 'vitest'
import { readPeopleAddress, writePeopleAddress } from './people-address.ts'

test('a view is written into its address and read from it again', () => {
  const address =
    'search=ana&county=7&role=reader&state=invited&second-factor=needed&order=last-sign-in&after=abc'
  expect(writePeopleAddress(readPeopleAddress(new URLSearchParams(address))).toString()).toBe(address)
})

test('what anybody may have typed counts as not set', () => {
  const typed = new URLSearchParams(
    'county=all&role=king&state=gone&second-factor=maybe&order=name&after=a&before=b&x=1',
  )
  expect(writePeopleAddress(readPeopleAddress(typed)).toString()).toBe('after=a')
})
