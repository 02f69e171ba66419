import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DB } from '../database/generated/db.d.ts'
import { testPortal, type TestPortal } from '../testing/test-portal.ts'
import type { Context } from '../world.ts'
import { bucketOf, countedAttempt, HOUR, MINUTE, type Limit } from './throttle.ts'

let portal: TestPortal
let context: Context
beforeAll(async () => {
  portal = await testPortal()
  context = { ...portal.world, caller: { address: '198.51.100.7', isOfProxy: false, requestId: 'test' } }
})
beforeEach(() => portal.pool.query('DELETE FROM throttled_attempt'))
afterAll(() => portal.close())

const ofAddress = (most = 2): Limit => ({
  bucket: bucketOf('reset of address', 'a@x.example'),
  most,
  within: HOUR,
})
const ofNetwork = (most = 60): Limit => ({
  bucket: bucketOf('reset from network', '198.51.100.7'),
  most,
  within: HOUR,
})
const tooMany = { status: 429 }
const counted = async (limit: Limit) =>
  (await portal.pool.query('SELECT 1 FROM throttled_attempt WHERE bucket = $1', [limit.bucket])).rowCount

test('any call can be limited by address and network in one go', async () => {
  const limits = [ofAddress(), ofNetwork()]
  await countedAttempt(context, limits)
  await countedAttempt(context, limits)
  await expect(countedAttempt(context, limits)).rejects.toMatchObject({
    ...tooMany,
    headers: { 'retry-after': '3600' },
  })
  portal.clock.advance(HOUR)
  await countedAttempt(context, limits)
})

test('an attempt that one limit refuses counts against none', async () => {
  await countedAttempt(context, [ofAddress(1), ofNetwork()])
  await expect(countedAttempt(context, [ofAddress(1), ofNetwork()])).rejects.toMatchObject(tooMany)
  expect(await counted(ofAddress())).toBe(1)
  expect(await counted(ofNetwork())).toBe(1)
})

test('Retry-After is the moment from which all limits have room', async () => {
  await countedAttempt(context, [ofNetwork(2)])
  portal.clock.advance(10 * MINUTE)
  await countedAttempt(context, [ofNetwork(2), ofAddress(1)])
  portal.clock.advance(10 * MINUTE)
  const [soon, late] = [String(40 * 60), String(50 * 60)]
  await expect(countedAttempt(context, [ofNetwork(2)])).rejects.toMatchObject({
    headers: { 'retry-after': soon },
  })
  await expect(countedAttempt(context, [ofNetwork(2), ofAddress(1)])).rejects.toMatchObject({
    headers: { 'retry-after': late },
  })
})

test('what is taken back has room again, one at a time, also when many are taken back at once', async () => {
  const attempts = await Promise.all(Array.from({ length: 8 }, () => countedAttempt(context, [ofAddress(8)])))
  await expect(countedAttempt(context, [ofAddress(8)])).rejects.toMatchObject(tooMany)
  await Promise.all(attempts.slice(0, 5).map((attempt) => attempt.takeBack(portal.world.database.kysely)))
  expect(await counted(ofAddress())).toBe(3)
})

test('attempts that race over connections of their own are counted one by one', async () => {
  const pools = Array.from({ length: 3 }, () => new Pool(portal.pool.options))
  try {
    const contexts = pools.map((pool): Context => {
      const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
      return { ...context, database: { ...portal.world.database, pool, kysely } }
    })
    const limits = [ofNetwork(7), ofAddress(100)]
    const turned = limits.toReversed()
    const tries = contexts.flatMap((one) =>
      Array.from({ length: 10 }, (_, index) => countedAttempt(one, index % 2 ? limits : turned)),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    for (const reason of reasons) expect(reason).toMatchObject(tooMany)
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
})

test('attempts out of their window are forgotten when the bucket is next asked for', async () => {
  await countedAttempt(context, [ofAddress()])
  portal.clock.advance(HOUR)
  await countedAttempt(context, [ofAddress()])
  expect(await counted(ofAddress())).toBe(1)
})
