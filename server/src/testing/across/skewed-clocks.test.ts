import { requestReset } from '@portal/contract/sign-in/registration.ts'
import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import { callPath } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { systemClock } from '../../engines/clock/clock.ts'
import { createDatabaseClock } from '../../engines/clock/database-clock.ts'
import { createWarningBoard } from '../../engines/warnings/warning-board.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { addAccount } from '../../records/accounts/accounts.usecases.ts'
import { anchorAudit } from '../../records/audit/anchors/anchor-audit.ts'
import { sweepWarnings } from '../../records/stored-files/bytes/bytes.warnings.ts'
import { removeDeletedBytes, sweepLeftovers } from '../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { nightOf } from '../../rooms/files/verify/night-share.ts'
import { runDueJobs } from '../mailbox.ts'
import { storedObjects } from '../stored-objects.ts'
import { testPortal, type TestPortal } from '../test-portal.ts'

/** Milliseconds by which one server's clock is ahead, and the other's behind: more than the lifetime of any link. */
const SKEW_MS = 26 * 3_600_000
const STAFF = { email: 'ann@staff.example', password: 'a long and quiet password' }

type Server = Awaited<ReturnType<typeof serverAhead>>
let portal: TestPortal
let [early, late]: Server[] = []

/** A server on the portal's database and store, whose machine has the wrong time. */
async function serverAhead(byMs: number) {
  const clock = createDatabaseClock({
    pool: portal.pool,
    machine: { now: () => new Date(systemClock.now().getTime() + byMs) },
    log: portal.world.log,
  })
  await clock.measure()
  const world = { ...portal.world, warnings: createWarningBoard(clock), clock, skew: clock }
  const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
  const call = (endpoint: Endpoint, { payload, cookie = '' }: { payload?: object; cookie?: string }) =>
    app.inject({
      method: endpoint.method,
      url: `/api${callPath(endpoint)}`,
      headers: { cookie },
      ...(payload && { payload }),
    })
  return { world, app, call }
}

const both = () => [early, late].filter((server) => server !== undefined)

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  ;[early, late] = [await serverAhead(-SKEW_MS), await serverAhead(SKEW_MS)]
  await addAccount({ ...both()[0]!.world, actor: COMMAND_LINE }, { ...STAFF, role: 'user', countyIds: [] })
})
afterAll(async () => {
  for (const { app } of both()) await app.close()
  await portal.close()
})

const isKnown = async (cookie: string) => {
  const answers = await Promise.all(both().map(({ call }) => call(getSession, { cookie })))
  return answers.map(({ statusCode }) => statusCode)
}

test('a session of one server is valid at the other, and ends there after 8 idle hours', async () => {
  for (const { call } of both()) {
    const [cookie] = (await call(login, { payload: { username: STAFF.email, password: STAFF.password } }))
      .cookies
    const text = `${cookie?.name}=${cookie?.value}`
    expect(await isKnown(text)).toEqual([200, 200])
    await portal.pool.query(`UPDATE session SET last_seen_at = last_seen_at - interval '7 hours 58 minutes'`)
    expect((await both()[1]!.call(getSession, { cookie: text })).statusCode).toBe(200)
    await portal.pool.query(`UPDATE session SET last_seen_at = last_seen_at - interval '8 hours 2 minutes'`)
    expect(await isKnown(text)).toEqual([401, 401])
  }
})

test('a link lives for its hour by the database, whichever server created it', async () => {
  for (const server of both()) {
    await server.call(requestReset, { payload: { email: STAFF.email } })
    await runDueJobs(server)
    const { rows } = await portal.pool.query<{ minutes: number }>(
      `DELETE FROM token WHERE kind = 'reset'
       RETURNING round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes`,
    )
    expect(rows).toEqual([{ minutes: 60 }])
  }
})

test('neither server sweeps anything, and both give the reason', async () => {
  const key = '3f0e9c64-0000-4000-8000-00000000000a'
  const { storage } = portal.world
  await storage.stage(key, once(), { largest: 10 })
  await portal.pool.query(
    `INSERT INTO stored_object (key, state, since) VALUES ($1, 'staged', now() - interval '9 days')`,
    [key],
  )
  for (const { world } of both()) {
    await sweepLeftovers(world)
    await removeDeletedBytes(world)
    expect(world.warnings.of(sweepWarnings)).toEqual([
      { code: 'sweep-blocked', text: expect.stringMatching(/^Nothing is swept: the clock of this machine/) },
    ])
  }
  expect((await storedObjects(storage)).staged).toEqual([key])
})

test('both have the same night, and one anchor of the audit record is written for the day', async () => {
  for (const { world } of both()) await anchorAudit(world)
  const { rows } = await portal.pool.query<{ day: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
  )
  expect((await portal.world.storage.anchors.list()).map((name) => name.slice(0, 10))).toEqual([rows[0]?.day])
  const [first, second] = both().map(({ world }) => nightOf(world))
  expect(first).toBe(second)
})

async function* once(): AsyncGenerator<Buffer> {
  yield Buffer.from('staged')
}
