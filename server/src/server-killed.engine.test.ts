import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad, type Failure } from './testing/engines/load.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

const ROUNDS = 6
const PEOPLE = 6
/** A busy machine needs time to start. */
const BOUND = { timeout: 60_000, interval: 20 }

let database: TestDatabase
let two: TwoServers
beforeAll(async () => {
  database = await testDatabase()
  two = await startTwoServers({ databaseUrl: database.url, bucket: await ownBucket('ceph') })
})
afterAll(async () => {
  await two?.stop()
  await database?.close()
})

/** The time from before a kill until the server was gone. */
type Kill = { readonly from: number; readonly to: number }

const wasInFlight = ({ began, ended }: Failure, kills: readonly Kill[]) =>
  kills.some(({ from, to }) => began <= to && ended >= from)

test(`C19 C21 one of two servers killed ${ROUNDS} times under load: no acknowledged document is lost, only its running calls fail, and all continues automatically`, async () => {
  const { cookie } = await two.addPerson({ email: 'admin@staff.example' })
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  const goesOn = async () => {
    const done = load.done()
    await vi.waitFor(() => expect(load.done()).toBeGreaterThan(done + PEOPLE), BOUND)
  }
  const kills: Kill[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await goesOn()
    const server = two.servers[round % 2 === 0 ? 0 : 1]
    // A different moment each round.
    await pause(round * 7)
    const from = performance.now()
    await server.end('SIGKILL')
    kills.push({ from, to: performance.now() })
    await goesOn()
    await server.start()
  }
  await goesOn()
  await load.stop()
  const inFlight = load.failures.filter((failure) => wasInFlight(failure, kills))
  console.log(
    `${load.acknowledged.size} uploads acknowledged, ${load.done()} calls answered, ${inFlight.length} broken off in ${ROUNDS} kills`,
  )
  expect(load.failures.filter((failure) => !wasInFlight(failure, kills))).toEqual([])
  // Some kills must have hit running calls, or this test would prove nothing.
  expect(inFlight.length).toBeGreaterThan(0)
  expect(inFlight.length).toBeLessThanOrEqual(ROUNDS * PEOPLE)
  await expectNothingLost(two.world, load.acknowledged)
}, 600_000)

/**
 * The kernel resets a connection that arrives in the moment between the last accept of a server and the close of its
 * socket. nginx sends a read to the other server, and answers this to an upload, which the browser sends again.
 */
const isReset = ({ what }: Failure) => what.startsWith('upload: 503') && what.includes('portal.restarting')

test('C21 both servers stopped and started in turn: no call fails, except at most one upload per stop, and nothing of it is stored', async () => {
  const { cookie } = await two.addPerson({ email: 'clerk@staff.example' })
  const before = await two.world.database.kysely.selectFrom('document').select('id').execute()
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  for (const server of two.servers) {
    const [done, failed] = [load.done(), load.failures.length]
    await vi.waitFor(() => expect(load.done()).toBeGreaterThan(done + 2 * PEOPLE), BOUND)
    await server.end('SIGTERM')
    await server.start()
    expect(load.failures.length).toBeLessThanOrEqual(failed + 1)
  }
  await load.stop()
  expect(load.failures.filter((failure) => !isReset(failure))).toEqual([])
  await expectNothingLost(two.world, load.acknowledged)
  const after = await two.world.database.kysely.selectFrom('document').select('id').execute()
  expect(after).toHaveLength(before.length + load.acknowledged.size)
})
