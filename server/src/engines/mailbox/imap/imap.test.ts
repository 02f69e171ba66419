import { afterEach, expect, test, vi } from 'vitest'
import { fakeImap, type FakeImap } from '../../../testing/fake-imap.ts'
import { LOCALHOST_CERTIFICATE } from '../../../testing/localhost-certificate.ts'
import { MailboxAway } from '../mailbox.ts'
import { openImap } from './imap.ts'
import { PIECE_BYTES } from './imap-session.ts'

let imap: FakeImap | null = null
afterEach(async () => {
  await imap?.close()
  imap = null
})

async function start(options: Parameters<typeof fakeImap>[0] = {}) {
  imap = await fakeImap(options)
  const { port, password } = imap
  const server = { host: '127.0.0.1', port, user: 'filings', password, folder: 'INBOX', isSecure: false }
  return { imap, server, mailbox: openImap(server) }
}

async function whole(bytes: AsyncIterable<Buffer> | null): Promise<Buffer | null> {
  if (bytes === null) return null
  const read: Buffer[] = []
  for await (const piece of bytes) read.push(piece)
  return Buffer.concat(read)
}

const LONG = Buffer.alloc(2 * PIECE_BYTES + 17, 'a letter\r\n')

test('messages are listed oldest first, read byte by byte and moved, and their names lead to them', async () => {
  const { imap: server, mailbox } = await start()
  for (const raw of ['first', LONG, 'third']) server.deliver(raw)
  expect(await mailbox.list(2)).toEqual(['INBOX/1/1', 'INBOX/1/2'])
  expect(String(await whole(await mailbox.read('INBOX/1/1')))).toBe('first')
  expect((await whole(await mailbox.read('INBOX/1/2')))?.equals(LONG)).toBe(true)
  const name = await mailbox.move('INBOX/1/1', 'waiting')
  expect(name).toBe('Waiting/7/1')
  expect(await mailbox.move(String(name), 'accepted', 'waiting')).toBe('Accepted/7/1')
  expect(server.lying()).toEqual({ arrived: 2, accepted: 1, refused: 0, waiting: 0 })
  expect([server.signedIn.times, server.connections()]).toEqual([1, 1])
  await mailbox.close()
  await vi.waitUntil(() => server.connections() === 0, 20_000)
})

test('R11.9 a message that is gone, renumbered, or named in another mailbox is neither read nor moved', async () => {
  const { imap: server, mailbox } = await start()
  for (const raw of ['one', 'two']) server.deliver(raw)
  expect(await mailbox.list(10)).toHaveLength(2)
  await mailbox.close()
  server.renumber()
  expect(await mailbox.list(10)).toEqual(['INBOX/2/1', 'INBOX/2/2'])
  for (const name of ['INBOX/1/1', 'INBOX/2/9', 'cur/123.mx:2,', '../secret']) {
    expect(await mailbox.read(name)).toBeNull()
    expect(await mailbox.move(name, 'accepted')).toBeNull()
  }
  // UIDs of one folder mean nothing in another.
  expect(await mailbox.move('INBOX/2/1', 'accepted', 'waiting')).toBeNull()
  expect(server.lying()).toMatchObject({ arrived: 2, accepted: 0 })
  await mailbox.close()
})

test('a connection that breaks within a message is an outage, never a shorter message; the next poll opens another', async () => {
  const { imap: server, mailbox } = await start()
  server.deliver(LONG)
  server.trouble.cutAfterBytes = PIECE_BYTES + 1000
  await expect(whole(await mailbox.read('INBOX/1/1'))).rejects.toThrow(MailboxAway)
  server.trouble.cutAfterBytes = undefined
  expect((await whole(await mailbox.read('INBOX/1/1')))?.equals(LONG)).toBe(true)
  expect(server.signedIn.times).toBe(2)
  await mailbox.close()
})

test('a message that is removed during the read is not a complete message', async () => {
  const { imap: server, mailbox } = await start()
  server.deliver(LONG)
  const bytes = await mailbox.read('INBOX/1/1')
  server.empty()
  await expect(whole(bytes)).rejects.toThrow('A message went while it was read.')
  await mailbox.close()
})

test.for([
  'a word that is wrong',
  'a "word" that is wrong',
  'a word \\ that is wrong\\',
  'ein Wörtchen, das "falsch" ist',
])(
  'R11.8 a server that rejects the password %s is an outage, and its message contains no part of it',
  async (password) => {
    const { server: address } = await start()
    const refused = await openImap({ ...address, password })
      .list(1)
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MailboxAway)
    const { message } = refused as MailboxAway
    expect(message).toContain('not you: LOGIN')
    const parts = password.split(/[^a-z]+/).filter(({ length }) => length > 3)
    expect(parts.filter((part) => message.includes(part))).toEqual([])
  },
)

test('a server that is down is an outage', async () => {
  const { imap: server, server: address } = await start()
  await server.leave()
  await expect(openImap(address).list(1)).rejects.toThrow(MailboxAway)
})

// The library times out after 16 seconds.
test('R11.9 C15 a server that never greets is an outage, and leaves no connection', async () => {
  const { imap: server, server: address } = await start()
  server.trouble.neverGreets = true
  await expect(openImap(address, 300).list(1)).rejects.toThrow(MailboxAway)
  await vi.waitUntil(() => server.connections() === 0, 5000)
}, 10_000)

test('a password that a server repeats in Base64, as it was sent, is removed from its message', async () => {
  const { server: address } = await start({ capabilities: 'AUTH=PLAIN MOVE UIDPLUS' })
  const password = 'a word that is wrong'
  const refused = await openImap({ ...address, password })
    .list(1)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MailboxAway)
  expect(String(refused)).toContain('not you')
  expect(String(refused)).not.toContain(Buffer.from(`\0filings\0${password}`).toString('base64'))
})

test('a refused move is no outage: the others continue', async () => {
  const { imap: server, mailbox } = await start()
  server.deliver('one')
  server.trouble.refuses = 'UID MOVE'
  const failure = await mailbox.move('INBOX/1/1', 'accepted').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailboxAway)
  expect(await mailbox.list(10)).toEqual(['INBOX/1/1'])
  await mailbox.close()
})

test('a server that can only move by expunging messages that others have marked is not used, and leaves no connection', async () => {
  const { imap: server, mailbox } = await start({ capabilities: '' })
  await expect(mailbox.list(1)).rejects.toThrow('neither move a message')
  await vi.waitUntil(() => server.connections() === 0, 20_000)
})

test('R11.8 a server with an untrusted certificate gets no password', async () => {
  const { imap: server, server: address } = await start({ tls: LOCALHOST_CERTIFICATE })
  await expect(openImap({ ...address, isSecure: true }).list(1)).rejects.toThrow(MailboxAway)
  expect(server.signedIn.times).toBe(0)
  const known = openImap({ ...address, host: 'localhost', isSecure: true, ca: LOCALHOST_CERTIFICATE.cert })
  expect(await known.list(1)).toEqual([])
  expect(server.signedIn.times).toBe(1)
  await known.close()
})

test('a message that a person has marked as deleted is left alone', async () => {
  const { imap: server, mailbox } = await start()
  server.deliver('one')
  server.markDeleted()
  server.deliver('two')
  expect(await mailbox.list(10)).toEqual(['INBOX/1/2'])
  await mailbox.close()
})
