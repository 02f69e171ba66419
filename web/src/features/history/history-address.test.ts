import { expect, test } from 'vitest'
import { readHistoryAddress, writeHistoryAddress } from './history-address.ts'

test('a view is written into its address and read from it again', () => {
  const address =
    'person=ana&county=7&file=17&kind=document.binned&from=2026-04-01&to=2026-04-30&before=1770000000000-12'
  expect(writeHistoryAddress(readHistoryAddress(new URLSearchParams(address))).toString()).toBe(address)
})

test('what anybody may have typed counts as not set', () => {
  const typed = new URLSearchParams(
    'county=all&file=-1&kind=DROP&from=2026-02-30&to=1000-01-01&before=then&x=1',
  )
  expect(writeHistoryAddress(readHistoryAddress(typed)).toString()).toBe('')
})
