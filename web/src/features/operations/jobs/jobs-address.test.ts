import { expect, test } from 'vitest'
import { readJobsAddress, writeJobsAddress } from './jobs-address.ts'

test.each([
  ['', { list: 'failed', kind: '', after: null }],
  ['list=waiting&kind=send-mail&after=5', { list: 'waiting', kind: 'send-mail', after: '5' }],
  ['list=refused', { list: 'refused', kind: '', after: null }],
] as const)('the address %j is read, and written again', (address, shown) => {
  expect(readJobsAddress(new URLSearchParams(address))).toEqual(shown)
  expect(writeJobsAddress(shown).toString()).toBe(address)
})

test('what is no list is the usual one', () => {
  expect(readJobsAddress(new URLSearchParams('list=everything')).list).toBe('failed')
})
