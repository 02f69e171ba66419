import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from './engines/config/settings.ts'
import { writeDropSettings } from './testing/portal/drop-folder.ts'
import { mountSmallDisk, type SmallDisk } from './testing/engines/small-disk.ts'
import { expectInvariants } from './testing/invariants.ts'
import { mailFolder } from './testing/mail-folder.ts'
import { filePart, mailOf } from './testing/made-mail.ts'
import { portalCommand, serve } from './testing/operator-calls.ts'
import type { PortalProcess } from './testing/portal-process.ts'
import { SAMPLE_FILES } from './testing/sample-files.ts'
import { buildWorld } from './world.ts'

const FILES = 10
const MESSAGES = 4
/** Milliseconds for each file to settle, and for more than one pass of each entry point. */
const SEVERAL_LOOKS_MS = 15_000
/** Each entry point retries after half a minute. */
const BOUND = { timeout: 180_000, interval: 100 }
const SILENT = { info() {}, warn() {}, error() {} }

let disk: SmallDisk
let mail: Awaited<ReturnType<typeof mailFolder>>
let server: PortalProcess | undefined
beforeAll(async () => {
  disk = await mountSmallDisk()
  mail = await mailFolder()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await disk?.remove()
  if (mail) await rm(mail.root, { recursive: true, force: true })
})

/** Dropped files that are neither filed nor refused. */
async function nowhereButThere(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries.filter((path) => path.endsWith('.pdf') && !/^(done|refused)\//.test(path))
}

const bytesOfOne = () => Buffer.concat([SAMPLE_FILES.pdf, randomBytes(2000)])

test('R11.13 A07 a disk that others fill while files are dropped and e-mail arrives: all of it waits, is reported, and is filed once there is room', async () => {
  const drop = join(disk.folder, 'drop')
  const loving = join(drop, 'Loving')
  await mkdir(loving, { recursive: true })
  await writeDropSettings(drop, 'Loving')
  const environment = {
    DATA_DIR: join(disk.folder, 'data'),
    PORT: '0',
    DATABASE_URL: '',
    BLOB_URL: '',
    DROP_FOLDER: drop,
    ...mail.environment,
  }
  await portalCommand(environment, ['county', 'add', '--name', 'Loving'])
  const clerk = ['--email', 'clerk@loving.example', '--county', 'Loving', '--password-stdin']
  await portalCommand(environment, ['user', 'add', ...clerk], 'a long and quiet password')
  const started = await serve(environment)
  server = started.server
  const readyz = started.api.replace(/api$/, 'readyz')
  const health = async () => (await (await fetch(readyz)).json()) as object
  const warned = expect.arrayContaining([expect.stringContaining('No document can be stored')])

  await disk.fill()
  for (let n = 0; n < FILES; n++) await writeFile(join(loving, `scan ${n}.pdf`), bytesOfOne())
  for (let n = 0; n < MESSAGES; n++)
    await mail.deliver(mailOf({ parts: [filePart(`mail ${n}.pdf`, bytesOfOne())] }))
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ status: 'not ready', warnings: warned }),
    BOUND,
  )
  const until = performance.now() + SEVERAL_LOOKS_MS
  while (performance.now() < until) {
    expect(await nowhereButThere(loving)).toHaveLength(FILES)
    expect(await mail.lying()).toEqual({ arrived: MESSAGES, accepted: 0, refused: 0, waiting: 0 })
    await pause(BOUND.interval)
  }

  await disk.makeRoom()
  const all = { arrived: 0, accepted: MESSAGES, refused: 0, waiting: 0 }
  await vi.waitFor(async () => expect(await mail.lying()).toEqual(all), BOUND)
  await vi.waitFor(async () => expect(await nowhereButThere(loving)).toEqual([]), BOUND)
  await vi.waitFor(async () => expect(await health()).toMatchObject({ status: 'ready' }), BOUND)
  await server.end('SIGTERM')
  server = undefined
  const world = await buildWorld(readSettings(environment), { log: SILENT, isServer: false })
  try {
    const rows = await world.database.kysely.selectFrom('document').select('file_name').execute()
    expect(rows).toHaveLength(FILES + MESSAGES)
    expect(new Set(rows.map((row) => row.file_name)).size).toBe(FILES + MESSAGES)
    await expectInvariants({ world, pool: world.database.pool })
  } finally {
    await world.close()
  }
}, 600_000)
