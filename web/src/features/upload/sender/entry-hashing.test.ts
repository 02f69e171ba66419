import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { entryOf } from './queue-entry.test-data.ts'
import { QueueStore } from './queue-store.ts'
import { EntryHashing } from './entry-hashing.ts'
import type { HashFile } from '../hashing/file-hasher.ts'
import { hashFile } from '../hashing/hash-file.ts'

function queueOf(names: readonly string[]): QueueStore {
  const store = new QueueStore(null, EMPTY_FIELDS)
  store.add(
    names.map((name) => {
      const file = new File([name], name, { lastModified: 1 })
      const entry = entryOf({ key: name, name, size: file.size, lastModified: 1, state: { is: 'chosen' } })
      return { entry, place: { file, handle: null } }
    }),
  )
  return store
}

/** Resolves when the queue shows a state in which `isSo` holds. */
function untilShown(store: QueueStore, isSo: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = store.subscribe(() => {
    if (!isSo()) return
    stop()
    resolve()
  })
  return promise
}

const hashesOf = (store: QueueStore) => store.entries().map(({ sha256 }) => sha256)

test('all files are hashed, one at a time, and their entries get the hash', async () => {
  const store = queueOf(['a', 'b', 'c'])
  let [atOnce, most] = [0, 0]
  const hash: HashFile = async (file) => {
    most = Math.max(most, (atOnce += 1))
    const found = await hashFile(file)
    atOnce -= 1
    return found
  }
  const shown = untilShown(store, () => hashesOf(store).every((sha256) => sha256 !== null))
  new EntryHashing({ store, hash }).hashNext()
  await shown
  expect(most).toBe(1)
  // The known hash of the letter a.
  expect(hashesOf(store)[0]).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})

test('a removed file is canceled immediately, and the next one starts', async () => {
  const store = queueOf(['a', 'b'])
  const given = Promise.withResolvers<AbortSignal>()
  const hash: HashFile = (file, signal) => {
    if (file.name === 'b') return Promise.resolve('bb')
    given.resolve(signal)
    const { promise, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    return promise
  }
  const hashing = new EntryHashing({ store, hash })
  hashing.hashNext()
  const signal = await given.promise
  const shown = untilShown(store, () => hashesOf(store).join() === 'bb')
  store.remove(['a'])
  hashing.hashNext()
  await shown
  expect(signal.aborted).toBe(true)
})

test('an impossible hash blocks no one', async () => {
  const store = queueOf(['a'])
  const hashing = new EntryHashing({ store, hash: async () => null })
  const [entry] = store.entries()
  if (!entry) throw new Error('There is an entry.')
  expect(hashing.isAhead(entry)).toBe(true)
  const shown = untilShown(store, () => !hashing.isAhead(entry))
  hashing.hashNext()
  await shown
  expect(hashesOf(store)).toEqual([null])
})
