import { setTimeout as sleep } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Options } from 'nodemailer/lib/smtp-transport/index.js'
import { RefusedForGood, SenderRefused, toMessage, type MailDriver } from './mail.ts'
import { refusesSender, withoutAnswerText } from './server-answer.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte. */
  secure: boolean
  /** No mail, and no password, without STARTTLS. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
  tls: { rejectUnauthorized: boolean }
}

/** Milliseconds that the server may be silent, and that one mail may take in all: less than the lease of its job. */
export type SmtpTimeouts = { connect: number; greeting: number; silence: number; inAll: number }

const TIMEOUTS: SmtpTimeouts = { connect: 10_000, greeting: 10_000, silence: 30_000, inAll: 120_000 }
const [SUBMISSION_PORT, SUBMISSION_TLS_PORT] = [587, 465]
/** A relay on the same machine: nobody is in between, and no certificate is made out to it. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** What `SMTP_URL` says, `smtp://user:password@host:587` or `smtps://…`. Mail never leaves the machine unencrypted. */
export function smtpServerOf(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isLoopback = LOOPBACK.test(hostname)
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port ? Number(port) : secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT,
    secure,
    requireTLS: !isLoopback,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    tls: { rejectUnauthorized: !isLoopback },
  }
}

/** Mail by SMTP, a connection a mail. A server that is away, slow or wrongly set up is tried again later. */
export function openSmtp(server: SmtpServer, timeouts: SmtpTimeouts = TIMEOUTS): MailDriver {
  const options = {
    ...server,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Promise<Transporter> | undefined
  return {
    async send(mail) {
      try {
        transport ??= transportTo(options)
        await within(timeouts.inAll, (await transport).sendMail(toMessage(mail)))
      } catch (error) {
        const told = withoutAnswerText(error)
        if (!isRefusal(told)) throw told
        throw refusesSender(error) ? new SenderRefused(told.message) : new RefusedForGood(told.message)
      }
    },
  }
}

/** The mail library loads with the first mail. */
async function transportTo(options: Options): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(options)
}

/** A server that dribbles its answers never falls silent, so the whole has a limit too. */
async function within(milliseconds: number, sending: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const tooLong = sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`The mail server did not take the mail within ${milliseconds} ms.`)
  })
  try {
    await Promise.race([sending, tooLong])
  } finally {
    ended.abort()
    // Whichever came second is nobody's failure any more.
    await Promise.allSettled([tooLong])
    sending.catch(() => {})
  }
}

/** 530 and 535 say that our own sign-in at the server is wrong, 502 that it offers no STARTTLS: not the mail's fault. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  const isOurs = 'code' in error && (error.code === 'EAUTH' || error.code === 'ETLS')
  return code >= 500 && code <= 599 && code !== 530 && code !== 535 && !isOurs
}
