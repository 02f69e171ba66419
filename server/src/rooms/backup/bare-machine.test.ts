import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '../../engines/config/environment.ts'
import {
  addAdministrator,
  downloadAll,
  portalCommand,
  serve,
  uploadAll,
} from '../../testing/operator-calls.ts'
import type { PortalProcess } from '../../testing/portal-process.ts'

const SIZES = Array.from({ length: 20 }, (_, n) => n ** 4)

let folder: string
const running = new Set<PortalProcess>()
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'portal-machines-'))))
afterEach(async () => {
  for (const server of running) await server.end('SIGTERM')
  running.clear()
  await rm(folder, { recursive: true, force: true })
})

/** A machine has its own data folder, and nothing else. */
const machine = (name: string): Environment => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: '',
  PORT: '0',
  STAFF_EMAIL_DOMAIN: 'staff.example',
})

async function start(environment: Environment) {
  const started = await serve(environment)
  running.add(started.server)
  return started
}

async function stop(server: PortalProcess): Promise<void> {
  await server.end('SIGTERM')
  running.delete(server)
}

test('C22 as an operator does it: a backup of a running portal, restored by commands into an empty folder, serves every document', async () => {
  const [old, bare, backup] = [machine('old'), machine('bare'), join(folder, 'backup')]
  const first = await start(old)
  await addAdministrator(old)
  const hashes = await uploadAll(first.api, SIZES)
  const whole = { documents: SIZES.length, lacking: 0 }
  expect(await portalCommand(old, ['backup', backup])).toMatchObject({ ...whole, isWhole: true })
  await stop(first.server)
  await rm(join(folder, 'old'), { recursive: true })

  await mkdir(join(folder, 'bare'))
  expect(await portalCommand(bare, ['restore', backup])).toMatchObject(whole)
  const second = await start(bare)
  expect(await downloadAll(second.api)).toEqual(hashes)
  await stop(second.server)
}, 600_000)
