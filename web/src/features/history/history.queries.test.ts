import { expect, test } from 'vitest'
import { HISTORY_ADDRESS } from './history.queries.ts'

test('a view is written into its address and read from it again', () => {
  const address =
    'person=ana&county=7&file=17&kind=document.binned&from=2026-04-01&to=2026-04-30&before=1770000000000-12'
  const { state, ignored } = HISTORY_ADDRESS.read(new URLSearchParams(address))
  expect(HISTORY_ADDRESS.write(state).toString()).toBe(address)
  expect(ignored).toEqual([])
})

test('a wrong value counts as not set, and the address reports it', () => {
  const { state, ignored } = HISTORY_ADDRESS.read(
    new URLSearchParams('county=all&file=-1&kind=DROP&from=2026-02-30&to=1000-01-01&before=then&x=1'),
  )
  expect(HISTORY_ADDRESS.write(state).toString()).toBe('')
  expect(ignored).toEqual(['county', 'file', 'kind', 'from', 'to'])
})
