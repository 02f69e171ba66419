import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from './engines/config/settings.ts'
import { KEPT_FREE_BYTES } from './engines/storage/kept-free.ts'
import { callerOf } from './testing/engines/caller.ts'
import { engineFolder } from './testing/engines/engine-folder.ts'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad } from './testing/engines/load.ts'
import { addAdministrator, serve, signIn } from './testing/operated-portal.ts'
import type { PortalProcess } from './testing/portal-process.ts'
import { buildWorld } from './world.ts'

const run = promisify(execFile)
const MEBIBYTE = 1_048_576
/** Bytes of the disk: what the portal keeps free, and room for a database and some documents. */
const DISK_BYTES = KEPT_FREE_BYTES + 512 * MEBIBYTE
const PEOPLE = 6
const BOUND = { timeout: 120_000, interval: 20 }
const SILENT = { info() {}, warn() {}, error() {} }

let folder: string
let server: PortalProcess | undefined
beforeAll(async () => {
  folder = engineFolder()
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0755`, 'tmpfs', folder])
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await run('umount', ['--lazy', folder])
  await rm(folder, { recursive: true, force: true })
})

test('A03 A07 A08 a disk that others fill under load: uploads hear of it, no acknowledged document is lost, all else goes on, and uploads too once there is room', async () => {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', DATABASE_URL: '', BLOB_URL: '' }
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
  await fill(join(folder, 'of-others'), KEPT_FREE_BYTES / 2)
  await vi.waitFor(() => expect(load.failures.length).toBeGreaterThan(5 * PEOPLE), BOUND)
  const refused = [...load.failures]
  const done = load.done()
  await vi.waitFor(() => expect(load.done()).toBeGreaterThan(done + 2 * PEOPLE), BOUND)

  await rm(join(folder, 'of-others'))
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

/** Writes until only so many bytes are left on the disk. */
async function fill(path: string, leaving: number): Promise<void> {
  const file = await open(path, 'w')
  const piece = Buffer.alloc(MEBIBYTE)
  for (;;) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= leaving) break
    await file.write(piece)
  }
  await file.close()
}
