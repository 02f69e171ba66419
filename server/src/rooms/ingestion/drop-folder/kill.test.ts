import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from '../../../engines/config/settings.ts'
import { COMMAND_LINE } from '../../../records/access/actor.ts'
import { addAccount } from '../../../records/accounts/accounts.usecases.ts'
import { addCounty } from '../../../records/counties/counties.usecases.ts'
import { sweepBrokenUploads } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { buildWorld, type OpenedWorld } from '../../../world.ts'

const ROUNDS = 8
const FILES_A_ROUND = 6
const SERVER = fileURLToPath(new URL('../../../testing/drop-server.ts', import.meta.url))

let data: string
let root: string
const folder = () => join(root, 'Loving')
const environment = () => ({ DATA_DIR: data, DROP_FOLDER: root, STAFF_EMAIL_DOMAIN: 'staff.example' })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portal-drop-kill-'))
  root = await mkdtemp(join(tmpdir(), 'portal-drop-'))
  await mkdir(folder())
  await writeDropSettings(root, 'Loving')
  await inWorld(async (world) => {
    const context = { ...world, actor: COMMAND_LINE }
    const county = await addCounty(context, {
      name: 'Loving',
      number: null,
      emailDomains: [],
      emailAddresses: [],
    })
    await addAccount(context, {
      email: 'clerk@loving.example',
      role: 'user',
      countyIds: [county.CountyID],
      password: 'a long and quiet password',
    })
  })
})
afterAll(async () => {
  await rm(data, { recursive: true, force: true })
  await rm(root, { recursive: true, force: true })
})

test(`R11.2 killed ${ROUNDS} times while it files dropped files: each becomes one document, or is refused once, and ends in its folder`, async () => {
  const hashes = new Map<string, string>()
  let cutOff = 0
  for (let round = 1; round <= ROUNDS; round++) {
    for (let at = 1; at <= FILES_A_ROUND; at++) {
      const name = `rendition ${round}-${at}.pdf`
      const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(50_000)])
      hashes.set(name, sha256(bytes))
      await writeFile(join(folder(), name), bytes)
    }
    await writeFile(join(folder(), `picture ${round}.pdf`), SAMPLE_FILES.png)
    await whileAServerLooks(() => pause(30 + 36 * round))
    if ((await waiting()).length > 0) cutOff++
  }
  expect(cutOff).toBeGreaterThan(ROUNDS / 5)
  await whileAServerLooks(() =>
    vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 60_000, interval: 50 }),
  )
  const lying = await filesBelow(folder())
  expect(lying.filter((name) => name.startsWith('rendition') && name.endsWith('.pdf')).toSorted()).toEqual(
    [...hashes.keys()].toSorted(),
  )
  expect(lying.filter((name) => name.startsWith('picture') && name.endsWith('.pdf'))).toHaveLength(ROUNDS)
  await inWorld(async (world) => {
    const rows = await world.database.kysely.selectFrom('document').select(['file_name', 'sha256']).execute()
    const stored = rows.map((row) => `${row.file_name} ${row.sha256.toString('hex')}`)
    expect(stored.toSorted()).toEqual([...hashes].map((pair) => pair.join(' ')).toSorted())
    await sweepBrokenUploads(world)
    await expectInvariants({ world, pool: world.database.pool })
  })
}, 600_000)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A server watches the folder during `work`, and is killed then. */
async function whileAServerLooks(work: () => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await Promise.race([once(createInterface(child.stdout), 'line'), gone])
  expect(child.exitCode).toBeNull()
  await work()
  child.kill('SIGKILL')
  await gone
}

/** The files without a verdict next to them. */
async function waiting(): Promise<string[]> {
  const [own, working] = await Promise.all([
    readdir(folder()),
    filesBelow(join(folder(), '.working')).catch(() => []),
  ])
  return [...own.filter((name) => name.endsWith('.pdf')), ...working]
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function inWorld(work: (world: OpenedWorld) => Promise<void>): Promise<void> {
  const world = await buildWorld(readSettings(environment()), {
    log: pino({ level: 'silent' }),
    isServer: true,
  })
  try {
    await work(world)
  } finally {
    await world.close()
  }
}
