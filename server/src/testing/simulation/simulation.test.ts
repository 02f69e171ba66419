import { expect, test } from 'vitest'
import type { DiskOperations } from '../../engines/storage/disk/disk-operations.ts'
import { simulateSeed, type Fault } from './simulate-seed.ts'

const SEEDS = 300
/** A fault is found within this many seeds. */
const ENOUGH_SEEDS = 200

test(`A06 A03 A09 whatever fails, and whenever the power does: nothing promised is lost, nothing partial is visible`, async () => {
  const found: string[] = []
  let promised = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const outcome = await simulateSeed(seed)
    promised += outcome.promised
    found.push(...outcome.breaches.map((breach) => `seed ${seed}: ${breach}`))
  }
  expect(found).toEqual([])
  // Seeds in which nothing happens would find nothing.
  expect(promised).toBeGreaterThan(5 * SEEDS)
})

test('the same seed gives the same run', async () => {
  for (const seed of [7, 8]) expect(await simulateSeed(seed)).toEqual(await simulateSeed(seed))
})

const without =
  (operation: 'syncFile' | 'syncFolder', applies: (path: string) => boolean): Fault =>
  (operations) => ({
    ...operations,
    [operation]: (what: never) => (applies(String(what)) ? Promise.resolve() : operations[operation](what)),
  })

const tooEarly =
  (operation: 'syncFile' | 'syncFolder'): Fault =>
  (operations) => ({
    ...operations,
    async [operation](what: never) {
      void operations[operation](what).catch(() => undefined)
    },
  })

/** Like a careless driver: it overwrites an existing name. */
const copying: Fault = (operations): DiskOperations => ({
  ...operations,
  async rename(from, to) {
    const source = await operations.open(from)
    const bytes = Buffer.alloc((await source.stat()).size)
    await source.read(bytes, 0, bytes.length, 0)
    const copy = await operations.create(to)
    await copy.writev([bytes])
    await operations.remove(from)
  },
})

test.each<[string, Fault]>([
  ['that a file is not synced', without('syncFile', () => true)],
  ['that the folder of what is kept is not synced', without('syncFolder', (path) => path.includes('/kept/'))],
  [
    'that the folder of what is set aside is not synced',
    without('syncFolder', (path) => path.includes('quarantine')),
  ],
  [
    'that the shelves are not synced into their folder',
    without('syncFolder', (path) => path.endsWith('/kept')),
  ],
  ['an answer before the file is synced', tooEarly('syncFile')],
  ['an answer before a folder is synced', tooEarly('syncFolder')],
  ['a copy in place of a rename', copying],
])('A06 the simulation finds %s', async (_what, fault) => {
  let seed = 1
  while (seed <= ENOUGH_SEEDS && (await simulateSeed(seed, fault)).breaches.length === 0) seed++
  expect(seed).toBeLessThanOrEqual(ENOUGH_SEEDS)
})
