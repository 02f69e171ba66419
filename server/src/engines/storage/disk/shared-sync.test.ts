import { expect, test } from 'vitest'
import { folderChanges, sharedSync } from './shared-sync.ts'

/** Fake syncs that end when the test says so. */
function playedSync() {
  const under: { path: string; end: () => void; fail: () => void }[] = []
  const sync = (path: string) =>
    new Promise<void>((resolve, reject) => {
      under.push({ path, end: resolve, fail: () => reject(new Error('EIO')) })
    })
  return { sync, under }
}

const aTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('callers during a sync share the next one, and not this one', async () => {
  const { sync, under } = playedSync()
  const shared = sharedSync(sync)
  const first = shared('a')
  let laterAreDone = false
  const later = Promise.all([shared('a'), shared('a'), shared('a')]).then(() => (laterAreDone = true))
  expect(under).toHaveLength(1)
  under[0]?.end()
  await first
  await aTurn()
  expect(under).toHaveLength(2)
  expect(laterAreDone).toBe(false)
  under[1]?.end()
  await later
  expect(under).toHaveLength(2)
})

test('folders do not wait for each other', () => {
  const { sync, under } = playedSync()
  const shared = sharedSync(sync)
  void shared('a')
  void shared('b')
  expect(under.map(({ path }) => path)).toEqual(['a', 'b'])
})

test('a failed sync fails the waiting ones too; later callers start again', async () => {
  const { sync, under } = playedSync()
  const shared = sharedSync(sync)
  const first = shared('a')
  const second = shared('a')
  under[0]?.fail()
  await expect(first).rejects.toThrow('EIO')
  await expect(second).rejects.toThrow('EIO')
  const third = shared('a')
  expect(under).toHaveLength(2)
  under[1]?.end()
  await third
})

test('A03 a change from before a failed sync does not last, even if the next one succeeds; a later one does', async () => {
  const { sync, under } = playedSync()
  const beginChange = folderChanges(sync)
  const makeMineLast = beginChange('a', 'b')
  const others = beginChange('a')()
  under[0]?.fail()
  await expect(others).rejects.toThrow('EIO')
  const mine = makeMineLast()
  for (const { end } of under) end()
  await expect(mine).rejects.toThrow('EIO')
  const later = beginChange('a')()
  under.at(-1)?.end()
  await later
})
