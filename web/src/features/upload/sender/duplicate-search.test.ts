import { findTwins } from '@portal/contract/files/duplicates.ts'
import { expect, test, vi } from 'vitest'
import { call } from '../../../lib/call.ts'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { DuplicateSearch } from './duplicate-search.ts'
import { QueueStore } from './queue-store.ts'
import { manyTurns } from './turns.test-data.ts'

vi.mock(import('../../../lib/call.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  call: vi.fn<never>(),
  requirePeriod: () => Promise.resolve(),
}))

const FILE = { sha256: 'a'.repeat(64), countyId: null }

test('R5.81 a lookup that ends after its batch says nothing about the next one', async () => {
  const lookups: PromiseWithResolvers<unknown>[] = []
  vi.mocked(call).mockImplementation((asked) => {
    expect(asked).toBe(findTwins)
    const lookup = Promise.withResolvers<unknown>()
    lookups.push(lookup)
    return lookup.promise
  })
  const store = new QueueStore(null, EMPTY_FIELDS)
  const until = new AbortController()
  const search = new DuplicateSearch({ store, period: 1, until: until.signal })
  store.showNow()
  search.ask([FILE])
  await manyTurns()
  store.changePlan({ batch: 'the next one' })
  store.showNow()
  lookups[0]?.resolve({ duplicates: [] })
  await manyTurns()
  expect(search.isToCome(FILE)).toBe(true)
  expect(lookups).toHaveLength(2)
  until.abort()
})
