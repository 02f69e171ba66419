import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anonymousContext } from '../../testing/person-context.ts'
import { withOtherServers } from '../../testing/other-servers.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import type { AnonymousContext } from '../../records/context.ts'
import { bucketOf, admitAttempt, HOUR_MS, MINUTE_MS, type Limit } from './throttle.ts'

let portal: TestPortal
let context: AnonymousContext
beforeAll(async () => {
  portal = await testPortal()
  context = anonymousContext(portal.world, '198.51.100.7')
})
beforeEach(() => portal.pool.query('DELETE FROM throttled_attempt'))
afterAll(() => portal.close())

const ofAddress = (most = 2): Limit => ({
  bucket: bucketOf('reset of address', 'a@x.example'),
  most,
  withinMs: HOUR_MS,
})
const ofNetwork = (most = 60): Limit => ({
  bucket: bucketOf('reset from network', '198.51.100.7'),
  most,
  withinMs: HOUR_MS,
})
const tooMany = { status: 429 }
const counted = async (limit: Limit) =>
  (await portal.pool.query('SELECT 1 FROM throttled_attempt WHERE bucket = $1', [limit.bucket])).rowCount

test('any call can be limited by address and network together', async () => {
  const limits = [ofAddress(), ofNetwork()]
  await admitAttempt(context, limits)
  await admitAttempt(context, limits)
  await expect(admitAttempt(context, limits)).rejects.toMatchObject({
    ...tooMany,
    headers: { 'retry-after': '3600' },
  })
  portal.clock.advance(HOUR_MS)
  await admitAttempt(context, limits)
})

test('an attempt that one limit refuses counts toward none', async () => {
  await admitAttempt(context, [ofAddress(1), ofNetwork()])
  await expect(admitAttempt(context, [ofAddress(1), ofNetwork()])).rejects.toMatchObject(tooMany)
  expect(await counted(ofAddress())).toBe(1)
  expect(await counted(ofNetwork())).toBe(1)
})

test('R3.5 Retry-After is the time when all limits have room', async () => {
  await admitAttempt(context, [ofNetwork(2)])
  portal.clock.advance(10 * MINUTE_MS)
  await admitAttempt(context, [ofNetwork(2), ofAddress(1)])
  portal.clock.advance(10 * MINUTE_MS)
  const [soon, late] = [String(40 * 60), String(50 * 60)]
  await expect(admitAttempt(context, [ofNetwork(2)])).rejects.toMatchObject({
    headers: { 'retry-after': soon },
  })
  await expect(admitAttempt(context, [ofNetwork(2), ofAddress(1)])).rejects.toMatchObject({
    headers: { 'retry-after': late },
  })
})

test('refunds make room again, one at a time, also many at the same time', async () => {
  const attempts = await Promise.all(Array.from({ length: 8 }, () => admitAttempt(context, [ofAddress(8)])))
  await expect(admitAttempt(context, [ofAddress(8)])).rejects.toMatchObject(tooMany)
  await Promise.all(attempts.slice(0, 5).map((attempt) => attempt.refund(portal.world.database.kysely)))
  expect(await counted(ofAddress())).toBe(3)
})

test('R2.39 attempts that race over separate connections are counted one by one', async () => {
  await withOtherServers(portal, 3, async (databases) => {
    const limits = [ofNetwork(7), ofAddress(100)]
    const turned = limits.toReversed()
    const tries = databases.flatMap((database) =>
      Array.from({ length: 10 }, (_, index) =>
        admitAttempt({ ...context, database }, index % 2 ? limits : turned),
      ),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    for (const reason of reasons) expect(reason).toMatchObject(tooMany)
  })
})

test('attempts outside their window are deleted at the next use of the bucket', async () => {
  await admitAttempt(context, [ofAddress()])
  portal.clock.advance(HOUR_MS)
  await admitAttempt(context, [ofAddress()])
  expect(await counted(ofAddress())).toBe(1)
})

test('R1.97 counting an attempt in a transaction does not change the durability of its commit', async () => {
  const setting = await portal.world.database.kysely.transaction().execute(async (transaction) => {
    await sql`SELECT set_config('synchronous_commit', 'on', true)`.execute(transaction)
    await admitAttempt(context, [ofAddress()], transaction)
    const { rows } = await sql<{
      value: string
    }>`SELECT current_setting('synchronous_commit') AS value`.execute(transaction)
    return rows[0]?.value
  })
  expect(setting).toBe('on')
  expect(await counted(ofAddress())).toBe(1)
})
