import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const ROUNDS = 100

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
})
afterAll(() => portal.close())

/** Whether the removal of bytes is queued, by document. */
async function bytesToRemove(keys: readonly string[]): Promise<boolean[]> {
  const { rows } = await portal.pool.query<{ key: string }>(
    `SELECT key FROM stored_object WHERE state = 'removing'`,
  )
  const removing = new Set(rows.map(({ key }) => key))
  return keys.map((key) => removing.has(key))
}

/** Alternates which call is sent first. */
function both<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()])
  const second = other()
  return Promise.all([one(), second])
}

test(`V2.3.4 B02 restoring and permanently deleting at the same time, ${ROUNDS} times: one wins, and bytes are removed only with the row`, async () => {
  const winners = { restored: 0, deleted: 0 }
  for (const [round, file] of (await bin.addInBin(ROUNDS)).entries()) {
    const key = await bin.storageKeyOf(file)
    const [[restored], [deleted]] = await both(
      round,
      () => bin.restore(file),
      () => bin.deleteForGood(file, portal.people.administrator),
    )
    const isRestored = restored === 200
    expect([restored, deleted]).toEqual(isRestored ? [200, 409] : [404, 200])
    expect(await bin.placesOf([file])).toEqual([isRestored ? 'list' : 'gone'])
    expect(await bytesToRemove([key])).toEqual([!isRestored])
    expect(await bin.recordsOf(file)).toHaveLength(1)
    winners[isRestored ? 'restored' : 'deleted'] += 1
  }
  expect(winners.restored).toBeGreaterThan(0)
  expect(winners.deleted).toBeGreaterThan(0)
})

test('permanently deleting one document many times at once: one success, one record', async () => {
  const [file = 0] = await bin.addInBin(1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => bin.deleteForGood(file)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(answers.filter(([status]) => status === 404)).toHaveLength(19)
  expect(await bin.recordsOf(file)).toHaveLength(1)
})

test(`B08 deleting many and restoring one of them at the same time, ${ROUNDS} times: all or none`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const files = await bin.addInBin(5)
    const keys = await Promise.all(files.map((file) => bin.storageKeyOf(file)))
    const chosen = files[round % 5] ?? 0
    const [[deleted], [restored]] = await both(
      round,
      () => bin.deleteMany(files.toReversed()),
      () => bin.restore(chosen, portal.people.administrator),
    )
    const isRestored = restored === 200
    expect([deleted, restored]).toEqual(isRestored ? [409, 200] : [200, 404])
    const others = isRestored ? 'bin' : 'gone'
    expect(await bin.placesOf(files)).toEqual(
      files.map((file) => (isRestored && file === chosen ? 'list' : others)),
    )
    expect(await bytesToRemove(keys)).toEqual(files.map(() => !isRestored))
  }
})

test(`V15.4.3 B09 two overlapping deletions of many in reverse order, ${ROUNDS} times: no deadlock, each is deleted once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const files = await bin.addInBin(40)
    const answers = await Promise.all([
      bin.deleteMany(files.slice(0, 30)),
      bin.deleteMany(files.slice(10).toReversed(), portal.people.administrator),
      bin.deleteMany(files.toReversed()),
    ])
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200])
    const deleted = answers.map(([, body]) => (body as { deleted: number }).deleted)
    expect(deleted.reduce((sum, n) => sum + n, 0)).toBe(files.length)
    expect(new Set(await bin.placesOf(files))).toEqual(new Set(['gone']))
  }
  expect(portal.log.join('\n')).not.toContain('40P01')
})
