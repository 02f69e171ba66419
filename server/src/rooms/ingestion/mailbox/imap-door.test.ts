import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeImap, type FakeImap } from '../../../testing/fake-imap.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { LOVING } from '../../../testing/loving.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { createMailboxDoor } from './mailbox-door.ts'
import { mailboxCommands } from './mailbox.commands.ts'

const { pdf } = SAMPLE_FILES
const NEVER = new AbortController().signal
const AWAY = 'The mailbox cannot be read: see the log.'

let imap: FakeImap
let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let folder: string
beforeEach(async () => {
  imap = await fakeImap()
  folder = await mkdtemp(join(tmpdir(), 'portal-imap-'))
  const file = join(folder, 'password')
  await writeFile(file, `${imap.password}\n`)
  portal = await testPortal({
    cast: LOVING,
    mailbox: true,
    environment: {
      MAILBOX_URL: `imap://filings%40firm.example@127.0.0.1:${imap.port}/INBOX`,
      MAILBOX_PASSWORD_FILE: file,
    },
  })
})
afterEach(async () => {
  await portal.close()
  await imap.close()
  await rm(folder, { recursive: true })
})

/** Polls as often as the portal signs in there. */
async function look(): Promise<void> {
  portal.clock.advance(30_000)
  await portal.mailbox.look()
}

const good = (name = 'Rendition.pdf', from?: string) =>
  mailOf({ parts: [filePart(name, pdf)], ...(from !== undefined && { from }) })

async function warnings(): Promise<string[]> {
  return (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings
}

test('R11.9 messages are filed, refused or left to a person, each moves to the folder of its outcome, and is answered', async () => {
  for (const message of [good(), mailOf({}), good('waits.pdf', 'stranger@loving.example')])
    imap.deliver(message)
  await look()
  expect(imap.lying()).toEqual({ arrived: 0, accepted: 1, refused: 1, waiting: 1 })
  expect(await portal.documents()).toMatchObject([
    { file_name: 'Rendition.pdf', uploaded_by: portal.people.clerk.accountId },
  ])
  expect(await mailsTo(portal, portal.people.clerk.email)).toHaveLength(2)
  expect(await mailsTo(portal, 'stranger@loving.example')).toEqual([])
  const id = (await portal.mailbox.verdicts()).find(({ state }) => state === 'waiting')?.id ?? ''
  const words = ['mailbox', '--refuse', id, '--reason', 'Not a filing.']
  await runCommand(portal.world, mailboxCommands, { words })
  await look()
  expect(imap.lying()).toEqual({ arrived: 0, accepted: 1, refused: 2, waiting: 0 })
  await expectInvariants(portal)
})

test('it signs in once per poll, and not before the pause ends', async () => {
  imap.deliver(good())
  await look()
  await portal.mailbox.look()
  await portal.mailbox.look()
  expect(imap.signedIn.times).toBe(1)
  await look()
  expect(imap.signedIn.times).toBe(2)
})

test('R11.9 the connection breaks in the middle, the server goes away and returns with other UIDs: each message ends once', async () => {
  for (let n = 0; n < 6; n++) imap.deliver(good(`r${n}.pdf`))
  // In the middle of the third.
  imap.trouble.cutAfterBytes = 2.5 * Buffer.byteLength(good())
  await look()
  expect(await warnings()).toContain(AWAY)
  const before = (await portal.documents()).length
  expect(before).toBeLessThan(6)
  await imap.leave()
  await look()
  expect(await warnings()).toContain(AWAY)
  imap.trouble.cutAfterBytes = undefined
  imap.renumber()
  await imap.comeBack()
  portal.clock.advance(30_000)
  await look()
  expect(await warnings()).not.toContain(AWAY)
  expect(await portal.documents()).toHaveLength(6)
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 6 })
  await expectInvariants(portal)
})

test('R11.9 while the mail server is away it is reported, asked at growing intervals, and used again automatically', async () => {
  imap.deliver(good())
  imap.trouble.refuses = 'LOGIN'
  let looks = 0
  for (let second = 0; second < 3600; second += 10) {
    const before = imap.asked.times
    portal.clock.advance(10_000)
    await portal.mailbox.look()
    looks += imap.asked.times - before
    expect(await warnings()).toContain(AWAY)
  }
  // Immediately, after half a minute, one, two and four, then every five: a server locks out clients that fail
  // repeatedly.
  expect(looks).toBe(15)
  imap.trouble.refuses = undefined
  portal.clock.advance(300_000)
  await portal.mailbox.look()
  expect(await warnings()).not.toContain(AWAY)
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 1 })
  imap.deliver(good())
  await look()
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 2 })
})

test('R11.9 a message that cannot be read is reported, delays no other, and is read when it can be', async () => {
  imap.deliver(good('first.pdf'))
  imap.deliver(good('second.pdf'))
  imap.trouble.unreadable = 1
  await look()
  const told = '1 e-mail of the mailbox could not be filed yet. The portal tries again: see the log.'
  expect(await warnings()).toContain(told)
  expect(imap.lying()).toMatchObject({ arrived: 1, accepted: 1 })
  imap.trouble.unreadable = undefined
  await look()
  expect(await warnings()).not.toContain(told)
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 2 })
})

test('a removed message that could not be read is no longer reported', async () => {
  imap.deliver(good())
  imap.trouble.unreadable = 1
  await look()
  imap.empty()
  await look()
  expect((await warnings()).filter((each) => each.includes('could not be filed yet'))).toEqual([])
})

test('R11.9 a filed message that could not be moved is moved later, whatever its UID is then, and filed once', async () => {
  imap.deliver(good())
  imap.trouble.refuses = 'UID MOVE'
  await look()
  expect(await portal.documents()).toHaveLength(1)
  expect(imap.lying()).toMatchObject({ arrived: 1, accepted: 0 })
  imap.renumber()
  await look()
  imap.trouble.refuses = undefined
  portal.clock.advance(60_000)
  await look()
  expect(await portal.documents()).toHaveLength(1)
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 1 })
  expect(await mailsTo(portal, portal.people.clerk.email)).toHaveLength(1)
})

test('a message that is removed while it is read is not filed, and blocks nothing', async () => {
  imap.deliver(good('gone.pdf'))
  imap.trouble.beforeFetch = () => {
    imap.trouble.beforeFetch = undefined
    imap.empty()
    imap.deliver(good('stays.pdf'))
  }
  await look()
  await look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['stays.pdf'])
  expect(await warnings()).not.toContain(AWAY)
})

test('two servers on one mailbox file each message once', async () => {
  for (let n = 0; n < 10; n++) imap.deliver(good(`r${n}.pdf`))
  const doors = [createMailboxDoor(), createMailboxDoor()]
  const elsewhere = {
    ...portal.world,
    settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
  }
  for (let round = 0; round < 2; round++) {
    portal.clock.advance(60_000)
    // As if each server's turn ended immediately.
    await Promise.all(
      doors.map(async (door) => {
        await portal.pool.query('DELETE FROM mailbox_turn')
        await door(elsewhere, NEVER)
      }),
    )
  }
  expect(await portal.documents()).toHaveLength(10)
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 10 })
  await expectInvariants(portal)
})

test('if the server does not return where a message went, a decision about it moves no other message', async () => {
  imap.trouble.isSilent = true
  for (const name of ['one.pdf', 'two.pdf']) imap.deliver(good(name, 'stranger@loving.example'))
  await look()
  expect(imap.lying()).toMatchObject({ waiting: 2 })
  const [first] = await portal.mailbox.verdicts()
  const words = ['mailbox', '--refuse', first?.id ?? '', '--reason', 'Not a filing.']
  await runCommand(portal.world, mailboxCommands, { words })
  await look()
  expect(imap.lying()).toEqual({ arrived: 0, accepted: 0, refused: 0, waiting: 2 })
  expect(await warnings()).not.toContain(AWAY)
})

test('a clock that is set back by an hour delays the mailbox no longer than one pause', async () => {
  await look()
  imap.deliver(good())
  portal.clock.advance(-3_600_000)
  await portal.mailbox.look()
  expect(imap.lying()).toMatchObject({ arrived: 0, accepted: 1 })
})
