import { expect, test } from 'vitest'
import { PEOPLE_ADDRESS } from './people.queries.ts'

test('a view is written into its address and read from it again', () => {
  const address =
    'search=ana&county=7&role=reader&state=invited&second-factor=needed&order=last-sign-in&after=abc'
  const { state } = PEOPLE_ADDRESS.read(new URLSearchParams(address))
  expect(PEOPLE_ADDRESS.write(state).toString()).toBe(address)
  expect(PEOPLE_ADDRESS.filters(state)).toEqual(['search', 'county', 'role', 'state', 'second-factor'])
})

test('a wrong value counts as not set, and of two cursors the first counts', () => {
  const { state, ignored } = PEOPLE_ADDRESS.read(
    new URLSearchParams(
      'county=all&role=king&state=gone&second-factor=maybe&order=name&after=a&before=b&x=1',
    ),
  )
  expect(PEOPLE_ADDRESS.write(state).toString()).toBe('after=a')
  expect(ignored).toEqual(['county', 'role', 'state', 'second-factor', 'order'])
})
