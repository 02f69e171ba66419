import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { CLOCK_UNKNOWN } from '../../testing/test-clock.ts'
import { countAttempt } from '../throttle/throttle.repository.ts'
import { systemClock } from './clock.ts'
import { clockWarnings } from './clock.warnings.ts'
import { createDatabaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let said: string[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A server whose own clock is off by this much. */
async function serverAhead(byMs: number) {
  said = []
  const clock = createDatabaseClock({
    pool: database.pool,
    machine: { now: () => new Date(systemClock.now().getTime() + byMs) },
    log: { info() {}, error() {}, warn: (_fields, message) => void said.push(message) },
  })
  await clock.measure()
  return clock
}

test('two servers an hour apart use one time, the database’s', async () => {
  const [early, late] = [await serverAhead(-HOUR_MS), await serverAhead(HOUR_MS)]
  expect(Math.abs(early.now().getTime() - late.now().getTime())).toBeLessThan(5000)
  expect(Math.abs(early.now().getTime() - systemClock.now().getTime())).toBeLessThan(5000)
})

test('of 20 attempts at two servers two hours apart exactly the allowed 10 are accepted', async () => {
  const servers = [await serverAhead(-HOUR_MS), await serverAhead(HOUR_MS)]
  const limit = { bucket: 'sign-in of somebody', most: 10, withinMs: HOUR_MS / 4 }
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => servers).flatMap((both) =>
      both.map((clock) => countAttempt(database.database.kysely, [limit], clock.now())),
    ),
  )
  expect(outcomes.filter((freeAt) => freeAt === null)).toHaveLength(10)
})

/** The report of a server with such a skew. */
async function told(byMs: number) {
  const skew = await serverAhead(byMs)
  await skew.measure()
  const warnings = clockWarnings.collect({ skew, clockKeeper: CLOCK_UNKNOWN })
  return { log: said, warnings: warnings.map(({ text }) => text), isSound: skew.isSound() }
}

test('a small skew does not matter; from 5 s it is logged once and is a warning, from 30 s codes are named, from 60 s nothing old is removed', async () => {
  expect(await told(1000)).toEqual({ log: [], warnings: [], isSound: true })
  const log = ['The clocks of this machine and of the database differ.']
  expect(await told(-20_000)).toEqual({
    log,
    warnings: ["The clock of this machine is 20 s behind the database's: let both follow one time server."],
    isSound: true,
  })
  const codes = "Sign-in codes go by the database's clock: if that one is wrong, they are refused."
  expect(await told(-40_000)).toEqual({
    log,
    warnings: [
      "The clock of this machine is 40 s behind the database's: let both follow one time server.",
      codes,
    ],
    isSound: true,
  })
  expect(await told(HOUR_MS)).toEqual({
    log,
    warnings: [
      "The clock of this machine is 3600 s ahead of the database's: let both follow one time server.",
      codes,
      'Nothing is removed for being old until the clocks of this machine and the database agree.',
    ],
    isSound: false,
  })
})
