import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
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
import { sweepBrokenUploads } from '../../../records/documents/bytes/sweep-stored-bytes.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { mailFolder } from '../../../testing/mailbox-portal.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { buildWorld, type OpenedWorld } from '../../../world.ts'

const ROUNDS = 20
const MESSAGES_A_ROUND = 3
const SERVER = fileURLToPath(new URL('../../../testing/mailbox-server.ts', import.meta.url))

let data: string
let mail: Awaited<ReturnType<typeof mailFolder>>
const environment = () => ({ DATA_DIR: data, STAFF_EMAIL_DOMAIN: 'staff.example', ...mail.environment })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portal-mail-kill-'))
  mail = await mailFolder()
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
  await rm(mail.root, { recursive: true, force: true })
})

test(`killed ${ROUNDS} times while it reads its mailbox: each file becomes one document, each message is answered once and lies where it belongs`, async () => {
  const hashes = new Map<string, string>()
  let cutOff = 0
  for (let round = 1; round <= ROUNDS; round++) {
    for (let at = 1; at <= MESSAGES_A_ROUND; at++) {
      const files = [1, 2].map((number) => {
        const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(50_000)])
        const name = `rendition ${round}-${at}-${number}.pdf`
        hashes.set(name, sha256(bytes))
        return filePart(name, bytes)
      })
      await mail.deliver(mailOf({ parts: files }))
    }
    await whileAServerLooks(() => pause(30 + 12 * round))
    if ((await mail.lying()).arrived > 0) cutOff++
  }
  expect(cutOff).toBeGreaterThan(ROUNDS / 5)
  await whileAServerLooks(() =>
    vi.waitUntil(async () => (await mail.lying()).arrived === 0, { timeout: 60_000, interval: 50 }),
  )
  expect(await mail.lying()).toEqual({
    arrived: 0,
    accepted: ROUNDS * MESSAGES_A_ROUND,
    refused: 0,
    waiting: 0,
  })
  await inWorld(async (world) => {
    const rows = await world.database.kysely.selectFrom('document').select(['file_name', 'sha256']).execute()
    const stored = rows.map((row) => `${row.file_name} ${row.sha256.toString('hex')}`)
    expect(stored.toSorted()).toEqual([...hashes].map((pair) => pair.join(' ')).toSorted())
    const mails = await world.database.kysely.selectFrom('mail_outbox').select('facts').execute()
    const told = mails.map(({ facts }) => JSON.stringify(facts))
    expect([told.length, new Set(told).size]).toEqual(Array(2).fill(ROUNDS * MESSAGES_A_ROUND))
    await sweepBrokenUploads(world)
    await expectInvariants({ world, pool: world.database.pool })
  })
}, 600_000)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A server looks into the mailbox while `work` is done, and is killed then. */
async function whileAServerLooks(work: () => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...environment(), NODE_COMPILE_CACHE: join(data, 'compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await Promise.race([once(createInterface(child.stdout), 'line'), gone])
  expect(child.exitCode).toBeNull()
  await work()
  child.kill('SIGKILL')
  await gone
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
