import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueDatabase } from './queue-database.ts'
import { QueueStore } from './queue-store.ts'
import { entryOf } from './queue-entry.test-data.ts'
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

test('R7.99 a refused file that is removed is remembered until it is chosen again or the batch ends', async () => {
  const store = new QueueStore(null, EMPTY_FIELDS)
  const queue = new Queue({ username: 'clerk@loving.example', period: 1, store, onTakenBack: () => {} })
  const place = { file: null, handle: null }
  const refused = { is: 'refused', reason: 'The content is not a valid .pdf file' } as const
  store.add([
    { entry: entryOf({ key: 'a', name: 'a.pdf', state: refused }), place },
    { entry: entryOf({ key: 'b', name: 'b.pdf', state: refused }), place },
    { entry: entryOf({ key: 'c', name: 'c.pdf' }), place },
  ])
  queue.remove(['a', 'b', 'c'])
  expect(store.plan.leftOut.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
  queue.add([{ file: new File(['x'], 'b.pdf'), handle: null, folder: '' }], 1000)
  expect(store.plan.leftOut.map(({ name }) => name)).toEqual(['a.pdf'])
  queue.clear()
  expect(store.plan.leftOut).toEqual([])
  queue.close()
})
