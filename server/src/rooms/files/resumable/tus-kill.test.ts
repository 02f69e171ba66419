import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { breakingLine } from '../../../testing/breaking-line.ts'
import { killableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { sendByTus } from '../../../testing/send-by-tus.ts'
import { aDayLater } from '../../../testing/stored-objects.ts'
import { verifyDocuments } from '../verify/verify.usecases.ts'

/** As many files as fit into a test, or as requested. 500 files are 2 GB. */
const ASKED = Number(process.env['PORTAL_TUS_FILES'] ?? 0)
const FILES = ASKED || 16
const BYTES = 4_000_000
const AT_ONCE = 4
const KILLS = 3

let server: KillableServer

beforeAll(async () => {
  server = await killableServer()
})
afterAll(() => server.remove())

const fileOf = (seed: number) =>
  Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`%${seed}`), randomBytes(BYTES)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test(`${FILES} files over a line that breaks each 5 MB, to a server that is killed ${KILLS} times: each is stored once, completely, and hardly a byte is sent twice`, async () => {
  let running = await server.start()
  const line = await breakingLine({
    seed: 20_260_515,
    between: [4_000_000, 6_000_000],
    to: () => running.port,
  })
  const stored = new Map<number, string>()
  let next = 0
  const lane = async () => {
    while (next < FILES) {
      const at = next++
      const bytes = fileOf(at)
      const id = await sendByTus({ bytes, name: `season-${at}.pdf`, port: line.port, cookie: server.cookie })
      stored.set(id, hashOf(bytes))
    }
  }
  const lanes = Promise.all(Array.from({ length: AT_ONCE }, lane))
  for (let kill = 1; kill <= KILLS; kill++) {
    while (stored.size < (FILES * kill) / (KILLS + 1)) await pause(5)
    await server.kill(running, { withDatabase: kill % 3 === 0 })
    running = await server.start()
  }
  await lanes
  line.close()
  await server.kill(running)
  await server.inWorld(async (world) => {
    const rows = await world.database.kysely.selectFrom('document').select(['id', 'sha256']).execute()
    expect(new Map(rows.map(({ id, sha256 }) => [id, sha256.toString('hex')]))).toEqual(stored)
    expect(stored.size).toBe(FILES)
    expect(await verifyDocuments(aDayLater(world))).toMatchObject({ checked: FILES, damaged: [] })
  })
  // A kill costs the bytes in transfer that were not yet synced.
  expect(line.sent()).toBeLessThan(1.02 * FILES * BYTES + KILLS * AT_ONCE * BYTES)
  if (ASKED) console.log(`${FILES} files: ${(line.sent() / (FILES * BYTES)).toFixed(4)} of their bytes sent`)
}, 900_000)
