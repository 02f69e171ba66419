import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueDatabase } from './queue-database.ts'
import { entryOf } from './queue-entry.test-data.ts'
import { QueueStore } from './queue-store.ts'

const BROKEN: QueueDatabase = {
  read: () => Promise.reject(new DOMException('The disk is broken.', 'UnknownError')),
  write: () => Promise.reject(new DOMException('The disk is broken.', 'UnknownError')),
  remove: () => Promise.resolve(),
  writePlan: () => Promise.resolve(),
  close: () => {},
}

test('a queue of which what was kept cannot be read is empty, works, and says that it is not kept', async () => {
  const store = new QueueStore(BROKEN, EMPTY_FIELDS)
  await store.read()
  store.add([{ entry: entryOf({ key: 'a' }), place: { file: null, handle: null } }])
  store.showNow()
  expect(store.view()).toMatchObject({ isRead: true, isKept: false, entries: [{ key: 'a' }] })
})

test('files added, changed or removed while the queue is read outlast what was read', async () => {
  const read = Promise.withResolvers<Awaited<ReturnType<QueueDatabase['read']>>>()
  const store = new QueueStore(
    { ...BROKEN, read: () => read.promise, write: () => Promise.resolve() },
    EMPTY_FIELDS,
  )
  const place = { file: null, handle: null }
  const [removed, changed, other] = ['removed', 'changed', 'other'].map((key) => entryOf({ key }))
  if (!removed || !changed || !other) throw new Error('Three entries are needed.')
  store.add([removed, changed, other].map((entry) => ({ entry, place })))
  const reading = store.read()
  store.add([{ entry: entryOf({ key: 'added' }), place }])
  store.remove(['removed'])
  store.change([{ ...changed, uploadId: 'begun' }])
  store.changePlan({ isGoing: true })
  const plan = { ...store.plan, isGoing: false }
  read.resolve({ kept: [removed, changed, other].map((entry) => ({ entry, handle: null })), plan })
  await reading
  expect(store.entries()).toMatchObject([
    { key: 'changed', uploadId: 'begun' },
    { key: 'other', uploadId: null },
    { key: 'added' },
  ])
  expect(store.plan.isGoing).toBe(true)
})

test('what was removed is not brought back by whoever changes it later', () => {
  const store = new QueueStore(null, EMPTY_FIELDS)
  const entry = entryOf({ key: 'a' })
  store.add([{ entry, place: { file: null, handle: null } }])
  store.remove(['a'])
  store.change([{ ...entry, state: { is: 'stored', fileId: 7, file: null } }])
  expect(store.entries()).toEqual([])
})

test('other tabs hear of what is kept, not of each byte that leaves', () => {
  const store = new QueueStore({ ...BROKEN, write: () => Promise.resolve() }, EMPTY_FIELDS)
  let told = 0
  store.subscribeKept(() => (told += 1))
  const entry = entryOf({ key: 'a' })
  store.add([{ entry, place: { file: null, handle: null } }])
  store.change([entry])
  store.changePlan({ isGoing: true })
  expect(told).toBe(3)
  store.advance('a', 10)
  store.flag({ rate: 10 })
  store.trouble('a', 'Busy.')
  expect(told).toBe(3)
})
