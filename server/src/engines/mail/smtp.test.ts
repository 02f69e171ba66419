import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { mailDriverSuite, sampleMail } from '../../testing/mail-driver.test-suite.ts'
import { RefusedForGood, SenderRefused } from './mail.ts'
import { openSmtp, smtpServerOf, type SmtpTimeouts, type SmtpServer } from './smtp.ts'

/** No test waits for them, because a busy machine may take seconds to respond. */
const LONG: SmtpTimeouts = { connect: 60_000, greeting: 60_000, silence: 60_000, inAll: 60_000 }

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

type Running = { url: string; received: Buffer[]; sockets: Set<Socket>; accounts: string[] }

/** A mail server that stores what it receives. `options` make it misbehave. */
async function mailServer(options: SMTPServerOptions = {}): Promise<Running> {
  const [received, sockets, accounts]: [Buffer[], Set<Socket>, string[]] = [[], new Set(), []]
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 10,
    authOptional: true,
    onAuth: ({ username = '' }, _session, answer) => {
      accounts.push(username)
      answer(null, { user: username })
    },
    onData: (stream, _session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks))
        answer()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // It says goodbye to connected clients. Sockets under TLS are not torn down.
  ending.push(() => server.close())
  const scheme = options.secure ? 'smtps' : 'smtp'
  const { port } = listening.address() as AddressInfo
  return { url: `${scheme}://127.0.0.1:${port}`, received, sockets, accounts }
}

/** A server whose protocol the test speaks by hand. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer(onConnection)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ending.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const refusing = (code: number) => Object.assign(new Error('No.'), { responseCode: code })

/** As for a server elsewhere, with unknown hops in between. */
const elsewhere = (url: string, changes: Partial<SmtpServer> = {}): SmtpServer => ({
  ...smtpServerOf(url),
  requireTLS: true,
  tls: { rejectUnauthorized: true },
  ...changes,
})

const send = (url: string | SmtpServer, timeouts: Partial<SmtpTimeouts> = {}) =>
  openSmtp(typeof url === 'string' ? smtpServerOf(url) : url, { ...LONG, ...timeouts }).send(sampleMail)

async function failureOf(sending: Promise<void>): Promise<Error & { code?: string }> {
  const failure: unknown = await sending.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof Error)) throw new Error('The mail was taken.')
  return failure
}

mailDriverSuite('SMTP', async () => {
  const { url, received } = await mailServer()
  return { driver: openSmtp(smtpServerOf(url), LONG), received: async () => received }
})

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true }],
    ['smtp://mail.example:25', { port: 25, requireTLS: true, tls: { rejectUnauthorized: true } }],
    ['smtp://a%40b.example:p%3Aw@mail.example', { auth: { user: 'a@b.example', pass: 'p:w' } }],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', requireTLS: false, tls: { rejectUnauthorized: false } }],
    ['smtp://[::1]:25', { host: '::1', requireTLS: false }],
    ['smtp://localhost.evil.example', { requireTLS: true }],
  ])('%s', (url, server) => {
    expect(smtpServerOf(url)).toMatchObject(server)
  })
})

describe('a server that accepts no e-mail now', () => {
  it('R2.22 C14 greylists: the second try is accepted, with the same Message-ID', async () => {
    let tries = 0
    const { url, received } = await mailServer({
      onRcptTo: (_address, _session, answer) => answer((tries += 1) === 1 ? refusing(450) : null),
    })
    expect(await failureOf(send(url))).not.toBeInstanceOf(RefusedForGood)
    await send(url)
    expect(received).toHaveLength(1)
    expect(String(received[0])).toContain(`Message-ID: ${sampleMail.messageId}`)
  })

  it('C14 drops the connection in DATA', async () => {
    const running: Running = await mailServer({
      disabledCommands: ['STARTTLS'],
      onData: (stream) => {
        stream.resume()
        for (const socket of running.sockets) socket.destroy()
      },
    })
    expect(await failureOf(send(running.url))).not.toBeInstanceOf(RefusedForGood)
  })

  it('V13.2.6 C15 never greets', async () => {
    const url = await rawServer(() => {})
    // The library times out after half a minute, and its overall timeout does not mention a greeting.
    const failure = await failureOf(send(url, { greeting: 300, inAll: 10_000 }))
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
    expect(failure).not.toBeInstanceOf(RefusedForGood)
  })

  it('V13.1.3 C15 never responds after DATA', async () => {
    const { url } = await mailServer({ onData: (stream) => void stream.resume() })
    const failure = await failureOf(send(url, { silence: 300 }))
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
    expect(failure).not.toBeInstanceOf(RefusedForGood)
  })

  it('C15 trickles its greeting without end', async () => {
    const url = await rawServer((socket) => {
      const dribble = setInterval(() => socket.write('220-wait\r\n'), 50)
      socket.on('close', () => clearInterval(dribble))
      socket.on('end', () => clearInterval(dribble))
    })
    const failure = await failureOf(send(url, { inAll: 1000 }))
    expect(failure.message).toBe('The mail server did not take the mail within 1000 ms.')
    expect(failure).not.toBeInstanceOf(RefusedForGood)
  })

  it('C13 is down', async () => {
    const { port } = new URL(await rawServer(() => {}))
    for (const end of ending.splice(0)) end()
    const failure = await failureOf(send(`smtp://127.0.0.1:${port}`))
    expect(failure).toMatchObject({ code: 'ESOCKET' })
    expect(failure).not.toBeInstanceOf(RefusedForGood)
  })

  it('knows another password', async () => {
    const { url, received } = await mailServer({
      onAuth: (_auth, _session, answer) => answer(refusing(535)),
    })
    const auth = { user: 'portal', pass: 'wrong' }
    const failure = await failureOf(send({ ...smtpServerOf(url), auth }))
    expect(failure).toMatchObject({ code: 'EAUTH' })
    expect(failure).not.toBeInstanceOf(RefusedForGood)
    expect(received).toEqual([])
  })

  it('requires a password that it was not given', async () => {
    const { url } = await mailServer({ authOptional: false })
    expect(await failureOf(send(url))).not.toBeInstanceOf(RefusedForGood)
  })
})

/** The format of nodemailer's server: the code of the reply, and its text. */
const saying = (answer: string) =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

async function answerToSender(answer: string): Promise<Error> {
  const { url } = await mailServer({ onMailFrom: (_address, _session, done) => done(saying(answer)) })
  return failureOf(send(url))
}

describe('a server that rejects the sender', () => {
  it.each([
    '554 5.7.1 Relay access denied',
    '550 5.7.1 Relaying denied',
    '550 relay not permitted',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '553 5.7.1 Sender address rejected: not owned by user portal',
    '554 5.7.1 Client host rejected: Access denied',
  ])('R2.22 at the recipient, by %s, is retried', async (answer) => {
    const { url } = await mailServer({ onRcptTo: (_address, _session, done) => done(saying(answer)) })
    const failure = await failureOf(send(url))
    expect(failure).toBeInstanceOf(SenderRefused)
    expect(failure.message).toContain(`answered ${answer.slice(0, 3)}`)
  })

  it('R2.22 before the recipient is retried, unless the e-mail is too large', async () => {
    expect(
      await answerToSender('550 5.7.60 Client does not have permissions to send as this sender'),
    ).toBeInstanceOf(SenderRefused)
    expect(await answerToSender('552 5.3.4 Message size exceeds fixed limit')).toBeInstanceOf(RefusedForGood)
  })

  it('by a policy of the mailbox is permanent', async () => {
    const answer = '550 5.7.1 Our organization does not take this mail'
    const { url } = await mailServer({ onRcptTo: (_address, _session, done) => done(saying(answer)) })
    expect(await failureOf(send(url))).toBeInstanceOf(RefusedForGood)
  })
})

describe('a server that permanently rejects the e-mail', () => {
  it.each([550, 551, 553])('C14 for its recipient, by %i', async (code) => {
    const { url } = await mailServer({
      onRcptTo: (_address, _session, answer) => answer(refusing(code)),
    })
    expect(await failureOf(send(url))).toBeInstanceOf(RefusedForGood)
  })

  it('for its content, by 554', async () => {
    const { url } = await mailServer({
      onData: (stream, _session, answer) => {
        stream.resume()
        stream.on('end', () => answer(refusing(554)))
      },
    })
    expect(await failureOf(send(url))).toBeInstanceOf(RefusedForGood)
  })
})

const QUOTED = 'https://portal.example/reset-password?token=hush'

it.each([
  { code: 451, to: 'DATA', isForGood: false },
  { code: 554, to: 'DATA', isForGood: true },
  { code: 550, to: 'RCPT', isForGood: true },
])(
  'V16.2.5 a server’s quote of the e-mail in its $code to $to is not repeated',
  async ({ code, to, isForGood }) => {
    const answered = Object.assign(new Error(`5.7.1 Blocked: ${QUOTED}`), { responseCode: code })
    const { url } = await mailServer({
      ...(to === 'RCPT' && { onRcptTo: (_address, _session, answer) => answer(answered) }),
      onData: (stream, _session, answer) => {
        stream.resume()
        stream.on('end', () => answer(answered))
      },
    })
    const failure = await failureOf(send(url))
    expect(inspect(failure, { showHidden: true, depth: 9 })).not.toContain('hush')
    expect(failure.message).toContain(`The mail server answered ${code} 5.7.1 to ${to} (E`)
    expect(failure instanceof RefusedForGood).toBe(isForGood)
  },
)

describe('e-mail that leaves the machine', () => {
  const auth = { user: 'portal', pass: 'secret' }

  it('V12.3.1 is not sent, and no password either, to a server without STARTTLS', async () => {
    const { url, received, accounts } = await mailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    })
    const failure = await failureOf(send(elsewhere(url, { auth })))
    expect(failure).toMatchObject({ code: 'ETLS' })
    expect(failure).not.toBeInstanceOf(RefusedForGood)
    expect([received, accounts]).toEqual([[], []])
  })

  it.each([false, true])(
    'V12.3.2 is not sent to a server with an untrusted certificate (smtps: %s)',
    async (secure) => {
      const { url, received, accounts } = await mailServer({ secure })
      const failure = await failureOf(send(elsewhere(url, { auth })))
      expect(failure).not.toBeInstanceOf(RefusedForGood)
      expect([received, accounts]).toEqual([[], []])
    },
  )

  it.each([false, true])('is sent encrypted and authenticated (smtps: %s)', async (secure) => {
    const encrypted: boolean[] = []
    const { url, received, accounts } = await mailServer({
      secure,
      onMailFrom: (_address, session, answer) => {
        encrypted.push(session.secure)
        answer()
      },
    })
    await send(elsewhere(url, { auth, tls: { rejectUnauthorized: false } }))
    expect(encrypted).toEqual([true])
    expect(accounts).toEqual(['portal'])
    expect(received).toHaveLength(1)
  })
})
