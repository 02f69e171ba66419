import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStorage } from '../../testing/test-storage.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

/** Milliseconds: the timeout of a part plus time for a busy machine. */
const SOON_MS = 15_000
const FOUND = 'The database has 1 error: `npm run -s portal -- verify --database` names them.'

let folder: string
let portal: TestPortal
let hanging: PromiseWithResolvers<void>
const probe = vi.fn<() => Promise<void>>()
beforeEach(async () => {
  hanging = Promise.withResolvers<void>()
  probe.mockReset().mockImplementation(() => hanging.promise)
  folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  portal = await testPortal({ storage: { ...(await openTestStorage(folder)), probe } })
  await portal.pool.query(
    `INSERT INTO standing_finding (source, subject, problem) VALUES ('database', 'counts', 'are wrong')`,
  )
})
afterEach(async () => {
  hanging.resolve()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function readyz() {
  portal.clock.advance(5000)
  const begun = performance.now()
  const answer = await portal.app.inject('/readyz')
  expect(performance.now() - begun).toBeLessThan(SOON_MS)
  return { ...answer.json<{ parts: object; warnings: string[] }>(), status: answer.statusCode }
}

test('R1.35 a store that hangs is reported as down, by its name, with the state of the database; only one check runs at a time', async () => {
  const told = await readyz()
  expect(told).toMatchObject({ status: 503, parts: { database: 'up', storage: 'down' } })
  expect(told.warnings).toEqual(
    expect.arrayContaining(['The storage is down: it has not answered for 3 seconds.', FOUND]),
  )
  await readyz()
  expect(probe).toHaveBeenCalledTimes(1)
  expect(portal.log.filter((line) => line.includes('A part of the portal is down.'))).toHaveLength(1)
  hanging.resolve()
  await hanging.promise
  expect(await readyz()).toMatchObject({ status: 200, parts: { database: 'up', storage: 'up' } })
}, 60_000)

test('R1.35 a database that hangs is reported as down, by its name', async () => {
  hanging.resolve()
  const query = vi.spyOn(portal.world.database.pool, 'query').mockReturnValue(new Promise(() => {}) as never)
  const told = await readyz()
  query.mockRestore()
  expect(told).toMatchObject({ status: 503, parts: { database: 'down', storage: 'up' } })
  expect(told.warnings).toContain('The database is down: it has not answered for 3 seconds.')
  expect(told.warnings).not.toContain(FOUND)
}, 60_000)
