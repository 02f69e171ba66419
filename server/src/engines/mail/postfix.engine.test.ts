import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPostfix, type Postfix } from '../../testing/engines/postfix.ts'
import { mailDriverSuite, sampleMail } from '../../testing/mail-driver.test-suite.ts'
import { RefusedForGood } from './mail.ts'
import { openSmtp, smtpServerOf } from './smtp.ts'

const BOUND = { timeout: 60_000, interval: 50 }
/** One per test of the suite. All tests write to the same address. */
const BOXES = [sampleMail.to, 'grey@ector.example', 'away@ector.example'] as const

let postfix: Postfix
beforeAll(async () => {
  postfix = await startPostfix(BOXES)
})
afterAll(() => postfix?.stop())

/** As for a server elsewhere: no mail and no password without STARTTLS. Its certificate is untrusted. */
const server = () => ({ ...smtpServerOf(postfix.url), requireTLS: true })
const sendTo = (to: string, messageId = sampleMail.messageId) =>
  openSmtp(server()).send({ ...sampleMail, to, messageId })

/** Resolves with the mail that the box got after the first `many`. */
async function since(box: string, many: number): Promise<Buffer[]> {
  await vi.waitFor(() => expect(postfix.mailsTo(box).length).toBeGreaterThan(many), BOUND)
  return postfix.mailsTo(box)
}

mailDriverSuite('SMTP by postfix, with STARTTLS and a password', async () => {
  const known = new Set(postfix.mailsTo(sampleMail.to).map(String))
  return {
    driver: openSmtp(server()),
    received: async () => {
      const mails = await since(sampleMail.to, known.size)
      return mails.filter((mail) => !known.has(String(mail)))
    },
  }
})

async function failureOf(sending: Promise<void>): Promise<Error & { code?: string }> {
  const failure: unknown = await sending.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof Error)) throw new Error('The mail was taken.')
  return failure
}

test('C14 postfix defers by 450: the retried e-mail arrives once, with the same Message-ID', async () => {
  const mails = () =>
    postfix.mailsTo('grey@ector.example').filter((mail) => String(mail).includes(sampleMail.messageId))
  await postfix.answers('grey@ector.example', '450 4.2.0 Greylisted, come again')
  // Until it has read its instructions, it accepts everything.
  await vi.waitFor(async () => {
    expect(await failureOf(sendTo('grey@ector.example', '<first@portal.example>'))).toMatchObject({
      responseCode: 450,
    })
  }, BOUND)
  expect(await failureOf(sendTo('grey@ector.example'))).not.toBeInstanceOf(RefusedForGood)
  expect(mails().map(String)).toEqual([])
  await postfix.answers('grey@ector.example', undefined)
  await vi.waitFor(() => sendTo('grey@ector.example'), BOUND)
  await vi.waitFor(() => expect(mails().map(String)).not.toEqual([]), BOUND)
  expect(mails().map(String)).toEqual([expect.stringContaining(`Message-ID: ${sampleMail.messageId}`)])
})

test('C14 postfix does not know the address: permanently rejected', async () => {
  expect(await failureOf(sendTo('gone@ector.example'))).toBeInstanceOf(RefusedForGood)
})

test('postfix rejects the password: the e-mail waits, and is not permanently rejected', async () => {
  const auth = { user: server().auth?.user ?? '', pass: 'wrong' }
  const failure = await failureOf(openSmtp({ ...server(), auth }).send(sampleMail))
  expect(failure).toMatchObject({ code: 'EAUTH' })
  expect(failure).not.toBeInstanceOf(RefusedForGood)
})

test('V12.3.2 postfix has an untrusted certificate: nothing is sent to a server elsewhere', async () => {
  const strict = { ...server(), tls: { rejectUnauthorized: true } }
  const failure = await failureOf(openSmtp(strict).send(sampleMail))
  expect(failure).toMatchObject({ code: 'ESOCKET' })
  expect(failure).not.toBeInstanceOf(RefusedForGood)
})

test('C13 postfix is down for a while: the e-mail arrives once, when it is back', async () => {
  await postfix.leave()
  const failure = await failureOf(sendTo('away@ector.example'))
  expect(failure).toMatchObject({ code: 'ESOCKET' })
  expect(failure).not.toBeInstanceOf(RefusedForGood)
  await postfix.comeBack()
  await sendTo('away@ector.example')
  expect(await since('away@ector.example', 0)).toHaveLength(1)
})
