import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepBrokenUploads } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { startDovecot, type Dovecot } from '../../../testing/engines/dovecot.ts'
import { engineFolder } from '../../../testing/engines/engine-folder.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { mailboxServers, type MailboxServers } from '../../../testing/mailbox-kills.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import type { OpenedWorld } from '../../../world.ts'
import { mailboxCommands } from './mailbox.commands.ts'

const ROUNDS = 8
/** The first poll of a new server takes its time on a busy machine. The next sign-in comes 15 seconds later. */
const BOUND = { timeout: 90_000, interval: 50 }

let dovecot: Dovecot
let folder: string
let servers: MailboxServers
beforeAll(async () => {
  dovecot = await startDovecot()
  folder = engineFolder()
  const file = join(folder, 'password')
  await writeFile(file, `${dovecot.password}\n`)
  servers = await mailboxServers({
    MAILBOX_URL: `imaps://${dovecot.user}@${dovecot.host}:${dovecot.port}/INBOX`,
    MAILBOX_PASSWORD_FILE: file,
    NODE_EXTRA_CA_CERTS: dovecot.certificate,
  })
})
afterAll(async () => {
  await servers?.close()
  await dovecot?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Delivers one with two files, one without any, one from a stranger. Records the files that become documents. */
function deliverThree(round: number, hashes: Map<string, string>): void {
  const files = [1, 2].map((number) => {
    // The second one needs several requests.
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(number * 600_000)])
    const name = `rendition ${round}-${number}.pdf`
    hashes.set(name, sha256(bytes))
    return filePart(name, bytes)
  })
  dovecot.deliver(mailOf({ parts: files }))
  dovecot.deliver(mailOf({}))
  const parts = [filePart(`stranger ${round}.pdf`, SAMPLE_FILES.pdf)]
  dovecot.deliver(mailOf({ from: 'stranger@loving.example', parts }))
}

/** Returns how many of them are in an unknown folder, because the server was killed right after the move. */
async function refuseAllThatWait(world: OpenedWorld): Promise<number> {
  const waiting = await world.database.kysely
    .selectFrom('mail_delivery')
    .select(['id', 'lies_in'])
    .where('state', '=', 'waiting')
    .execute()
  for (const { id } of waiting) {
    const words = ['mailbox', '--refuse', id, '--reason', 'Not a filing.']
    await runCommand(world, mailboxCommands, { words })
  }
  return waiting.filter(({ lies_in }) => lies_in === null).length
}

async function expectEachOnce(world: OpenedWorld, hashes: ReadonlyMap<string, string>): Promise<void> {
  const { kysely, pool } = world.database
  const rows = await kysely.selectFrom('document').select(['file_name', 'sha256']).execute()
  const stored = rows.map((row) => `${row.file_name} ${row.sha256.toString('hex')}`)
  expect(stored.toSorted()).toEqual([...hashes].map((pair) => pair.join(' ')).toSorted())
  const mails = await kysely.selectFrom('mail_outbox').select(['recipient', 'facts']).execute()
  // The unverified stranger gets no answer.
  expect([...new Set(mails.map(({ recipient }) => recipient))]).toEqual(['clerk@loving.example'])
  const told = mails.map(({ facts }) => JSON.stringify(facts))
  expect([told.length, new Set(told).size]).toEqual(Array(2).fill(2 * ROUNDS))
  await sweepBrokenUploads(world)
  await expectInvariants({ world, pool })
}

test(`with dovecot by TLS the portal is killed ${ROUNDS} times while it reads, and dovecot stops and loses its UIDs: each message ends once, and each file is one document, byte for byte`, async () => {
  const hashes = new Map<string, string>()
  let cutOff = 0
  for (let round = 1; round <= ROUNDS; round++) {
    deliverThree(round, hashes)
    const [signIns, before] = [dovecot.signIns(), dovecot.lying().arrived]
    await servers.whileAServerLooks(async () => {
      await vi.waitUntil(() => dovecot.signIns() > signIns, BOUND)
      // In the first message, after it, and after the second in turn, however fast the machine is.
      const ended = round % 3
      await vi.waitUntil(() => dovecot.lying().arrived <= before - ended, { ...BOUND, interval: 2 })
      await pause(round)
      if (round % 4 === 0) await dovecot.leave()
    })
    const { arrived } = dovecot.lying()
    if (arrived > 0 && arrived < before) cutOff++
    if (round % 4 !== 0) continue
    if (round % 8 === 0) dovecot.forgetNumbers()
    await dovecot.comeBack()
  }
  // Kills before the first message or after the last one would prove nothing.
  expect(cutOff).toBeGreaterThan(ROUNDS / 4)
  await servers.whileAServerLooks(() => vi.waitUntil(() => dovecot.lying().arrived === 0, BOUND))
  expect(dovecot.lying()).toEqual({ arrived: 0, accepted: ROUNDS, refused: ROUNDS, waiting: ROUNDS })
  const left = await servers.inWorld(refuseAllThatWait)
  await servers.whileAServerLooks(() => vi.waitUntil(() => dovecot.lying().waiting === left, BOUND))
  expect(dovecot.lying()).toEqual({ arrived: 0, accepted: ROUNDS, refused: 2 * ROUNDS - left, waiting: left })
  await servers.inWorld((world) => expectEachOnce(world, hashes))
}, 600_000)
