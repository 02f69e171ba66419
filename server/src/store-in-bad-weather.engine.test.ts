import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad, type Load } from './testing/engines/load.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { oneIn, wayTo } from './testing/engines/weather.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

const PEOPLE = 6
const BOUND = { timeout: 240_000, interval: 50 }
/** The sentence of the outage, or a response that had begun when the store went away. */
const OF_THE_OUTAGE =
  /: 503 {"error":"The portal cannot reach the store|^download: Error: (aborted|socket hang up)/

let database: TestDatabase
let way: Awaited<ReturnType<typeof wayTo>>
let two: TwoServers
beforeAll(async () => {
  database = await testDatabase()
  const bucket = await ownBucket('ceph')
  way = await wayTo(bucket.endpoint ?? '')
  two = await startTwoServers({ databaseUrl: database.url, bucket: { ...bucket, endpoint: way.endpoint } })
})
afterAll(async () => {
  await two?.stop()
  await way?.close()
  await database?.close()
})

async function uploadsOf(load: Load, more: number): Promise<void> {
  const end = load.acknowledged.size + more
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThanOrEqual(end), BOUND)
}

test('C08 C09 C12 under load S3 fails one request in ten, takes two seconds for each, and is down until all are refused: no one notices the first two, no acknowledged document is lost, and all continues automatically', async () => {
  const { cookie } = await two.addPerson({ email: 'admin@staff.example' })
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  way.becomes({ mishap: oneIn(10) })
  await uploadsOf(load, 5 * PEOPLE)
  way.becomes({ delay: 2000 })
  await uploadsOf(load, PEOPLE)
  way.becomes({})
  await uploadsOf(load, PEOPLE)
  expect(load.failures).toEqual([])
  await way.leave()
  await vi.waitFor(() => expect(load.failures.length).toBeGreaterThan(3 * PEOPLE), BOUND)
  await way.comeBack()
  const back = performance.now()
  await uploadsOf(load, PEOPLE)
  const seconds = (performance.now() - back) / 1000
  await uploadsOf(load, 2 * PEOPLE)
  await load.stop()
  console.log(
    `${load.acknowledged.size} uploads acknowledged, ${load.failures.length} calls refused meanwhile, uploads again ${seconds.toFixed(1)} s after it`,
  )
  expect(load.failures.length).toBeGreaterThan(0)
  expect(load.failures.filter(({ what }) => !OF_THE_OUTAGE.test(what))).toEqual([])
  expect(load.failures.filter(({ began }) => began > back)).toEqual([])
  await expectNothingLost(two.world, load.acknowledged)
}, 600_000)
