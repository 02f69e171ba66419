import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { filePart, mailOf, PASSED } from '../../../testing/made-mail.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { createMailboxDoor } from './mailbox-door.ts'
import { mailboxWarnings } from './mailbox.warnings.ts'
import { mailboxCommands } from './mailbox.commands.ts'

const { pdf } = SAMPLE_FILES
const NEVER = new AbortController().signal
/** How much a small message counts. */
const MIN_BYTES = 65_536
const STRANGER = 'stranger@elsewhere.example'

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let look: () => Promise<void>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
  look = serverWithRoomFor(2)
})
afterEach(() => portal.close())

/** A server whose store has room for this many small messages of strangers, and of each known sender. */
function serverWithRoomFor(messages: number): () => Promise<void> {
  const { settings } = portal.world
  if (settings.mailbox === null) throw new Error('There is no mailbox.')
  const mailbox = { ...settings.mailbox, waitingBytes: messages * MIN_BYTES }
  const door = createMailboxDoor()
  const world = { ...portal.world, settings: { ...settings, mailbox } }
  return async () => {
    // As if the turn of any other server had ended.
    await portal.pool.query('DELETE FROM mailbox_turn')
    await door(world, NEVER)
  }
}

async function deliver(from: string, count = 1, authentication: string | null = PASSED): Promise<void> {
  for (let n = 0; n < count; n++)
    await portal.mailbox.deliver(mailOf({ from, authentication, parts: [filePart('a.pdf', pdf)] }))
}

const states = async () => (await portal.mailbox.verdicts()).map(({ state }) => state)

async function warnings(): Promise<string[]> {
  portal.clock.advance(5000)
  const answer = await portal.app.inject('/readyz')
  return answer
    .json<{ warnings: string[] }>()
    .warnings.filter((warning) => warning.includes('wait for a decision'))
}

async function refuseFirst(): Promise<void> {
  const id = (await portal.mailbox.verdicts()).find(({ state }) => state === 'waiting')?.id ?? ''
  const words = ['mailbox', '--refuse', id, '--reason', 'Not a filing.']
  await runCommand(portal.world, mailboxCommands, { words })
}

test('R11.11 messages of strangers beyond the store’s capacity stay where they arrived, and are reported', async () => {
  await deliver(STRANGER, 5)
  await look()
  expect(await portal.mailbox.lying()).toEqual({ arrived: 3, accepted: 0, refused: 0, waiting: 2 })
  expect((await storedObjects(portal.world.storage)).kept).toHaveLength(2)
  expect((await portal.pool.query(`SELECT FROM stored_object WHERE state = 'staged'`)).rowCount).toBe(0)
  expect(await warnings()).toEqual([
    '3 e-mails stay in the mailbox, because too many e-mails wait for a decision: decide on them.',
  ])
})

test('R11.11 a message without room is not read again before there is some, and keeps its time of arrival', async () => {
  await deliver(STRANGER, 4)
  await look()
  const { rows: before } = await portal.pool.query('SELECT id, arrived_at FROM mail_delivery ORDER BY id')
  const stage = vi.spyOn(portal.world.storage, 'stage')
  portal.clock.advance(3_600_000)
  for (let n = 0; n < 3; n++) await look()
  expect(stage).not.toHaveBeenCalled()
  await refuseFirst()
  await look()
  // The one that has room by now.
  expect(stage).toHaveBeenCalledTimes(1)
  expect(await portal.mailbox.lying()).toEqual({ arrived: 1, accepted: 0, refused: 1, waiting: 2 })
  await refuseFirst()
  await look()
  expect((await states()).toSorted()).toEqual(['refused', 'refused', 'waiting', 'waiting'])
  const { rows: after } = await portal.pool.query('SELECT id, arrived_at FROM mail_delivery ORDER BY id')
  expect(after).toEqual(before)
  expect(await warnings()).toEqual([])
})

/** An address that accepts no filings, so the message stays pending. */
const astray = (from: string) => mailOf({ from, to: 'friend@elsewhere.example' })

test('R11.11 strangers take no room from known senders, nor known senders from each other; forged senders are strangers', async () => {
  const other = await portal.addPerson({
    email: 'other@loving.example',
    countyId: portal.counties.loving,
  })
  await deliver(STRANGER)
  await deliver(portal.people.clerk.email, 4, null)
  expect(await states()).toEqual([])
  for (let n = 0; n < 3; n++) await portal.mailbox.deliver(astray(portal.people.clerk.email))
  await portal.mailbox.deliver(astray(other.email))
  await deliver(portal.people.clerk.email)
  await look()
  expect(await portal.documents()).toMatchObject([{ uploaded_by: portal.people.clerk.accountId }])
  // Three of the strangers' stay, and one of the clerk's.
  expect(await portal.mailbox.lying()).toEqual({ arrived: 4, accepted: 1, refused: 0, waiting: 5 })
})

test('R11.11 a restarted server with more capacity reads the remaining messages, once', async () => {
  await deliver(STRANGER, 4)
  await look()
  await serverWithRoomFor(10)()
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, waiting: 4 })
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
})

test('R11.11 R11.23 another server does not read a message without room again, and warns of it too', async () => {
  await deliver(STRANGER, 4)
  await look()
  const other = serverWithRoomFor(2)
  const stage = vi.spyOn(portal.world.storage, 'stage')
  await other()
  expect(stage).not.toHaveBeenCalled()
  const told = 'stay in the mailbox'
  portal.world.warnings.report(mailboxWarnings, () => [])
  // Another server has the turn: this one reads nothing of the mailbox, and warns anyway.
  await portal.pool.query(
    `INSERT INTO mailbox_turn (owner, until) VALUES (gen_random_uuid(), now() + interval '1 hour')
     ON CONFLICT (is_the_one) DO UPDATE SET owner = excluded.owner, until = excluded.until`,
  )
  await createMailboxDoor()(
    { ...portal.world, settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' } },
    NEVER,
  )
  expect(portal.world.warnings.of(mailboxWarnings)).toEqual([
    { code: 'mailbox-without-space', text: expect.stringContaining(told) },
  ])
  await refuseFirst()
  await other()
  expect(stage).toHaveBeenCalledTimes(1)
})
