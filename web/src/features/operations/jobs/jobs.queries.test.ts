import { expect, test } from 'vitest'
import { JOBS_ADDRESS } from './jobs.queries.ts'

const read = (address: string) => JOBS_ADDRESS.read(new URLSearchParams(address)).state

test.each([
  ['', { list: 'failed', kind: '', after: null }],
  ['list=waiting&kind=send-mail&after=5', { list: 'waiting', kind: 'send-mail', after: '5' }],
  ['list=refused', { list: 'refused', kind: '', after: null }],
] as const)('the address %j is read, and written again', (address, shown) => {
  expect(read(address)).toEqual(shown)
  expect(JOBS_ADDRESS.write(shown).toString()).toBe(address)
})

test('an unknown list is the default one', () => {
  expect(read('list=everything').list).toBe('failed')
})

test('a refused e-mail has no kind of job', () => {
  expect(read('list=refused&kind=send-mail').kind).toBe('')
})
