import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '../../../demo/random.ts'
import { mailboxServers, type MailboxServers } from '../../../testing/mailbox-kills.ts'
import { KINDS } from '../../../testing/season-mail.ts'
import type { SeasonMail } from '../../../testing/season-mail-parts.ts'
import type { OpenedWorld } from '../../../world.ts'
import { isSound, verifyDocuments } from '../../files/verify/verify.usecases.ts'

const SEED = 20_260_415
const MESSAGES = 90
/** How many are delivered a second time, byte for byte. */
const AGAIN = 6
const KILLS = 3
const BOUND = { timeout: 240_000, interval: 20 }

let servers: MailboxServers
beforeAll(async () => {
  servers = await mailboxServers()
})
afterAll(() => servers.close())

/** The messages of a season by subject, in an order from the seed. */
function season(): Map<string, SeasonMail> {
  const random = seededRandom(SEED)
  const kinds = Object.keys(KINDS)
  const made = Array.from({ length: MESSAGES }, (_message, n) => {
    const kind = kinds[n % kinds.length] ?? ''
    const subject = `${kind} ${n}`
    const mail = KINDS[kind]?.({ n, random, subject })
    if (!mail) throw new Error(`There is no kind ${kind}.`)
    return { subject, mail, order: random.below(1_000_000) }
  })
  return new Map(
    made.toSorted((one, other) => one.order - other.order).map(({ subject, mail }) => [subject, mail]),
  )
}

test(`R11.10 ${MESSAGES} messages with the oddities of e-mail, from a seed, while servers are killed: each ends as its kind must, none twice, none lost`, async () => {
  const mails = season()
  for (const { raw } of mails.values()) await servers.mail.deliver(raw)
  for (const { raw } of [...mails.values()].slice(0, AGAIN)) await servers.mail.deliver(raw)
  const arrived = async () => (await servers.mail.lying()).arrived
  for (let kill = 1; kill <= KILLS; kill++) {
    const left = ((MESSAGES + AGAIN) * (KILLS - kill)) / KILLS + 8
    await servers.whileAServerLooks(() => vi.waitUntil(async () => (await arrived()) <= left, BOUND))
  }
  await servers.whileAServerLooks(() => vi.waitUntil(async () => (await arrived()) === 0, BOUND))
  await servers.inWorld(async (world) => {
    const ends = await endsOf(world)
    const expected = [...mails].map(([subject, mail]) => endOf(subject, mail))
    expect(ends.map(({ end }) => end).toSorted()).toEqual(expected.toSorted())
    const unexplained = ends.filter(({ subject, reason }) => {
      const part = mails.get(subject)?.reason
      return part === undefined ? reason !== null : !reason?.includes(part)
    })
    expect(unexplained).toEqual([])
    const { documents, filed } = await countsIn(world)
    // The same bytes in one message make one document.
    expect(documents).toBe(new Set(filed).size)
    const answers = await world.database.kysely.selectFrom('mail_outbox').select('facts').execute()
    const told = answers.map(({ facts }) => JSON.stringify(facts))
    expect(new Set(told).size).toBe(told.length)
    expect(isSound(await verifyDocuments(world))).toBe(true)
  })
  const { accepted, refused, waiting } = await servers.mail.lying()
  expect(accepted + refused + waiting).toBe(MESSAGES + AGAIN)
}, 600_000)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Describes the expected end of a message and of each file in one line. Ignores files of pending messages. */
function endOf(subject: string, { state, files }: SeasonMail): string {
  const told = files.map(({ name, state: end, bytes }) => `${name} ${end} ${bytes ? sha256(bytes) : ''}`)
  return [subject, state, ...(state === 'waiting' ? [] : told)].join(' | ')
}

type End = { readonly subject: string; readonly reason: string | null; readonly end: string }

async function endsOf({ database: { kysely } }: OpenedWorld): Promise<End[]> {
  const mails = await kysely.selectFrom('mail_delivery').selectAll().execute()
  const files = await kysely
    .selectFrom('mail_file')
    .leftJoin('document', 'document.id', 'mail_file.document_id')
    .select(['delivery_id', 'mail_file.file_name', 'state', 'document.sha256', 'place'])
    .orderBy('place')
    .execute()
  return mails.map(({ id, subject, state, reason }) => {
    const told = files
      .filter(({ delivery_id }) => delivery_id === id && state !== 'waiting')
      .map((file) => `${file.file_name} ${file.state} ${file.sha256?.toString('hex') ?? ''}`)
    return { subject, reason, end: [subject, state, ...told].join(' | ') }
  })
}

async function countsIn({ database: { kysely } }: OpenedWorld) {
  const documents = await kysely.selectFrom('document').select('id').execute()
  const files = await kysely
    .selectFrom('mail_file')
    .select('document_id')
    .where('state', '=', 'accepted')
    .execute()
  return { documents: documents.length, filed: files.map(({ document_id }) => document_id) }
}
