import type { Endpoint } from '@portal/contract/endpoint.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import {
  register,
  requestReset,
  confirmReset,
  confirmAccount,
} from '@portal/contract/sign-in/registration.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textIn } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openSmtp, smtpServerOf } from '../../engines/mail/smtp.ts'
import { decodePart } from '../../engines/mailbox/message/decode-part.ts'
import { decodeWords } from '../../engines/mailbox/message/header-text.ts'
import { readStructure } from '../../engines/mailbox/message/structure.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { mailSignInChange } from '../../records/accounts/notices/enqueue-notices.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { linkOf, mailsTo, runDueJobs, type ReceivedMail } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'

const PASSWORD = 'copper ledger 1926'
const COMPANY = 'Bär & Söhne <Appraisal>'
let portal: TestPortal
const mails: Record<string, ReceivedMail> = {}

const post = (call: Endpoint, payload: object) => portal.call(ANONYMOUS_PERSON, call, { payload })
const KINDS = [
  'confirmation',
  'already registered',
  'reset',
  'password changed',
  'password offer',
  'sign-in change',
  'new sign-in',
  'throttled sign-in',
  'access change',
] as const

beforeAll(async () => {
  portal = await testPortal({
    environment: { COMPANY_NAME: COMPANY, HELPDESK_CONTACT: '"Desk" +1 432 555 0100' },
  })
  const owner = await portal.addPerson({ email: 'owner@staff.example' })
  await post(register, { email: 'new@staff.example', password: PASSWORD })
  await post(register, { email: owner.email, password: PASSWORD })
  await runDueJobs(portal)
  portal.clock.advance(1000)
  await post(requestReset, { email: owner.email })
  const [, reset] = await mailsTo(portal, owner.email)
  const { token } = linkOf(reset ?? {})
  portal.clock.advance(1000)
  const newPassword = 'a new and quiet password'
  await post(confirmReset, {
    email: owner.email,
    token,
    newPassword,
    confirmPassword: newPassword,
  })
  const offered = await offeredMail('offered@staff.example')
  const all = [
    ...(await mailsTo(portal, 'new@staff.example')),
    ...(await mailsTo(portal, owner.email)),
    offered,
    ...(await noticesTo('noticed@staff.example')),
  ]
  for (const [at, kind] of KINDS.entries()) {
    const mail = all[at]
    if (mail) mails[kind] = mail
  }
})
afterAll(() => portal.close())

/** The e-mail after a sign-in with the registered password from an unconfirmed place. */
async function offeredMail(email: string): Promise<ReceivedMail | undefined> {
  await post(register, { email, password: PASSWORD })
  const [confirmation] = await mailsTo(portal, email)
  await post(confirmAccount, { email, token: linkOf(confirmation ?? {}).token })
  await portal.pool.query('DELETE FROM confirmed_from')
  portal.clock.advance(1000)
  await post(login, { username: email, password: PASSWORD })
  return (await mailsTo(portal, email)).at(-1)
}

/** The notices about an account, in the order of their creation. */
async function noticesTo(email: string): Promise<ReceivedMail[]> {
  const { password } = await portal.addPerson({ email })
  const context = { ...portal.world, actor: COMMAND_LINE }
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => mailSignInChange(transaction, context, { email, change: 'passkey-added' }))
  portal.clock.advance(1000)
  const remoteAddress = '198.51.100.7'
  await portal.call(ANONYMOUS_PERSON, login, {
    payload: { username: email, password },
    remoteAddress,
  })
  portal.clock.advance(1000)
  for (let time = 0; time < 11; time += 1) {
    await portal.call(ANONYMOUS_PERSON, login, {
      payload: { username: email, password: 'not it' },
      remoteAddress,
    })
  }
  portal.clock.advance(1000)
  await changeAccount(context, email, { role: 'staff' })
  return mailsTo(portal, email)
}

function mailOf(kind: string): ReceivedMail {
  const mail = mails[kind]
  if (!mail) throw new Error(`No mail of kind ${kind} came.`)
  return mail
}

/**
 * Parses an e-mail with the portal's own mailbox reader, which shares no code with the composer or the first parser.
 */
async function readByMailbox(raw: Buffer) {
  const { header, parts, tooMuch } = await readStructure(inOnePiece(raw))
  const texts = parts.map(async ({ contentType, encoding, start, end }) => {
    const content = await textIn(decodePart(inOnePiece(raw.subarray(start, end)), encoding))
    return [contentType, content.replaceAll('\r\n', '\n').trim()]
  })
  return {
    subject: decodeWords(header.first('subject')),
    messageId: header.first('message-id'),
    parts: await Promise.all(texts),
    tooMuch,
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const unescape = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)))

describe.each(KINDS)('the e-mail: %s', (kind) => {
  it('R2.21 reads the same in two independent parsers, without a defect', async () => {
    const { raw, subject, text = '', html = '', messageId } = mailOf(kind)
    const second = await readByMailbox(raw)
    expect(second).toMatchObject({ subject, messageId, tooMuch: null })
    expect(second.parts).toEqual([
      ['text/plain', text.trim()],
      ['text/html', html.trim()],
    ])
  })

  it('R2.21 has the same content in both parts, with the firm, the helpdesk and one link', () => {
    const { text = '', html = '', subject } = mailOf(kind)
    const { url } = linkOf({ text })
    expect(subject).toMatch(new RegExp(` – ${COMPANY}$`))
    expect(text).toContain('Please contact "Desk" +1 432 555 0100.')
    const plain = unescape(html.replaceAll(/<style.*<\/style>|<title.*<\/title>|<[^>]+>/g, ' '))
    for (const line of text.split('\n').filter((line) => line && line !== '-- ')) {
      expect(plain).toContain(line.replace(/:$/, ''))
    }
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) =>
      unescape(address),
    )
    expect(addresses).toEqual([url.href])
  })

  it('R2.21 V1.1.2 fits a phone, fetches nothing, runs nothing, and escapes once (V1.2.1)', () => {
    const { html = '', raw } = mailOf(kind)
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(html).toContain('max-width:560px')
    expect(html).toContain('overflow-wrap:anywhere')
    expect(html).not.toMatch(/<(img|script|link|iframe)|@import|url\(|<Appraisal>/)
    expect(html).toContain('Bär &#38; Söhne &#60;Appraisal&#62;')
    expect(String(raw)).toContain('Auto-Submitted: auto-generated')
    expect(
      Math.max(
        ...String(raw)
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(998)
  })
})

test('V4.2.5 the longest address makes a link below 2 kB', async () => {
  const email = `${'+'.repeat(64)}@staff.example`
  await post(register, { email, password: PASSWORD })
  const [mail] = await mailsTo(portal, email)
  expect(linkOf(mail ?? {}).url.href.length).toBeLessThan(2000)
})

test('R2.22 C14 by SMTP: a greylisted e-mail arrives once on the second try with a valid link; a refused one never', async () => {
  const received: string[] = []
  let tries = 0
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 10,
    authOptional: true,
    onRcptTo: ({ address }, _session, answer) => {
      tries += 1
      const code = address.startsWith('gone') ? 550 : tries === 1 ? 450 : null
      answer(code && Object.assign(new Error('No.'), { responseCode: code }))
    },
    onData: (stream, _session, answer) => {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        received.push(mail)
        answer()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mail = openSmtp(smtpServerOf(`smtp://127.0.0.1:${port}`))
  const work = () => runDueJobs({ world: { ...portal.world, mail } })
  try {
    await post(register, { email: 'grey@staff.example', password: PASSWORD })
    await work()
    expect(received).toEqual([])
    await letTimePass(portal, HOUR_MS)
    await work()
    await work()
    expect(received).toHaveLength(1)
    const { email, token } = linkOf(await PostalMime.parse(received[0] ?? ''))
    expect((await post(confirmAccount, { email, token })).statusCode).toBe(200)
    await post(register, { email: 'gone@staff.example', password: PASSWORD })
    await work()
    const triesSoFar = tries
    await letTimePass(portal, 24 * HOUR_MS)
    await work()
    expect(tries).toBe(triesSoFar)
    const { rows } = await portal.pool.query(
      "SELECT refused_at IS NOT NULL AS refused FROM mail_outbox WHERE recipient = 'gone@staff.example'",
    )
    expect(rows).toEqual([{ refused: true }])
  } finally {
    server.close()
  }
})
