import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepBrokenUploads } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { mailboxServers, type MailboxServers } from '../../../testing/mailbox-kills.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'

const ROUNDS = 8
const MESSAGES_A_ROUND = 3

let servers: MailboxServers
beforeAll(async () => {
  servers = await mailboxServers()
})
afterAll(() => servers.close())

test(`killed ${ROUNDS} times while it reads its mailbox: each file becomes one document, each message is answered once and ends in its folder`, async () => {
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
      await servers.mail.deliver(mailOf({ parts: files }))
    }
    await servers.whileAServerLooks(() => pause(30 + 30 * round))
    if ((await servers.mail.lying()).arrived > 0) cutOff++
  }
  expect(cutOff).toBeGreaterThan(ROUNDS / 5)
  await servers.whileAServerLooks(() =>
    vi.waitUntil(async () => (await servers.mail.lying()).arrived === 0, { timeout: 60_000, interval: 50 }),
  )
  expect(await servers.mail.lying()).toEqual({
    arrived: 0,
    accepted: ROUNDS * MESSAGES_A_ROUND,
    refused: 0,
    waiting: 0,
  })
  await servers.inWorld(async (world) => {
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
