import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from './engines/config/settings.ts'
import { callerOf } from './testing/engines/caller.ts'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad } from './testing/engines/load.ts'
import { mountSmallDisk, type SmallDisk } from './testing/engines/small-disk.ts'
import { addAdministrator, portalCommand, serve, signIn } from './testing/operator-calls.ts'
import { launchPortal, type PortalProcess } from './testing/portal-process.ts'
import { buildWorld } from './world.ts'

const PEOPLE = 6
const BOUND = { timeout: 120_000, interval: 20 }
const SILENT = { info() {}, warn() {}, error() {} }

let disk: SmallDisk
let server: PortalProcess | undefined
beforeAll(async () => {
  disk = await mountSmallDisk()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await disk?.remove()
})

test('A03 A07 A08 a disk that others fill under load: uploads get an error, no acknowledged document is lost, all else continues, and uploads too once there is room', async () => {
  const environment = { DATA_DIR: join(disk.folder, 'data'), PORT: '0', DATABASE_URL: '', BLOB_URL: '' }
  await addAdministrator(environment)
  const portal = await serve(environment)
  server = portal.server
  const load = startLoad(callerOf({ port: Number(new URL(portal.api).port) }), {
    cookie: await signIn(portal.api),
    people: PEOPLE,
  })
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(2 * PEOPLE), BOUND)
  expect(load.failures).toEqual([])

  const filled = performance.now()
  await disk.fill()
  await vi.waitFor(() => expect(load.failures.length).toBeGreaterThan(5 * PEOPLE), BOUND)
  const refused = [...load.failures]
  const done = load.done()
  await vi.waitFor(() => expect(load.done()).toBeGreaterThan(done + 2 * PEOPLE), BOUND)

  await disk.makeRoom()
  const acknowledged = load.acknowledged.size
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(acknowledged + 2 * PEOPLE), BOUND)
  await load.stop()
  expect(refused.filter(({ ended }) => ended < filled)).toEqual([])
  expect(load.failures.filter(({ what }) => !/^upload: 503 .*disk/.test(what))).toEqual([])

  await server.end('SIGTERM')
  server = undefined
  const world = await buildWorld(readSettings(environment), { log: SILENT, isServer: false })
  try {
    await expectNothingLost(world, load.acknowledged)
  } finally {
    await world.close()
  }
}, 600_000)

test('R1.78 a start and a command on a completely full disk end in one line, and work once there is room', async () => {
  const environment = { DATA_DIR: join(disk.folder, 'full'), PORT: '0', DATABASE_URL: '', BLOB_URL: '' }
  await addAdministrator(environment)
  await disk.fill(0)
  const full = /^(Note: .*\n)?A disk is full .*Please make room and try again\.\n$/
  const started = launchPortal(environment)
  expect(await started.gone).toBe(1)
  expect(started.said()).toMatch(full)
  await expect(portalCommand(environment, ['user', 'list'])).rejects.toThrow(
    /ended with 1: A disk is full .*\n$/,
  )
  await disk.makeRoom()
  const portal = await serve(environment)
  server = portal.server
  await signIn(portal.api)
})
