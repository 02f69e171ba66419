import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueDatabase } from './queue-database.ts'
import { QueueStore } from './queue-store.ts'
import { openQueueNews } from './queue-tabs.ts'
import { Queue } from './queue.ts'
import { manyTurns } from './turns.test-data.ts'

type Read = Awaited<ReturnType<QueueDatabase['read']>>

const done = () => Promise.resolve()

test('a tab that follows another one reads once at a time, and once more what was changed meanwhile', async () => {
  const reads: PromiseWithResolvers<Read>[] = []
  const read = () => {
    const begun = Promise.withResolvers<Read>()
    reads.push(begun)
    return begun.promise
  }
  const store = new QueueStore(
    { read, write: done, remove: done, writePlan: done, close: () => {} },
    EMPTY_FIELDS,
  )
  const queue = new Queue({ username: 'clerk@loving.example', period: 1, store, onTakenBack: () => {} })
  store.flag({ isElsewhere: true })
  store.showNow()
  const other = openQueueNews('clerk@loving.example', () => {})
  for (let changes = 0; changes < 5; changes += 1) other.tell()
  await manyTurns()
  expect(reads).toHaveLength(1)
  reads[0]?.resolve({ kept: [], plan: null })
  await manyTurns()
  expect(reads).toHaveLength(2)
  reads[1]?.resolve({ kept: [], plan: null })
  await manyTurns()
  expect(reads).toHaveLength(2)
  other.close()
  queue.close()
})
