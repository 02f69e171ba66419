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
  /** Send neither mail nor password without STARTTLS. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
  tls: { rejectUnauthorized: boolean }
}

/** Timeouts in milliseconds. `inAll` limits one mail in total: less than the lease of its job. */
export type SmtpTimeouts = { connect: number; greeting: number; silence: number; inAll: number }

const TIMEOUTS: SmtpTimeouts = { connect: 10_000, greeting: 10_000, silence: 30_000, inAll: 120_000 }
const [SUBMISSION_PORT, SUBMISSION_TLS_PORT] = [587, 465]
/** A relay on the same machine: no one can intercept the mail, and such a host has no certificate. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Parses `SMTP_URL`: `smtp://user:password@host:587` or `smtps://…`. Mail never leaves the machine unencrypted. */
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

/**
 * Sends mail by SMTP, with one connection per mail. If the server is unreachable, slow, or misconfigured, a retry
 * follows.
 */
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

/** A server that sends its answer byte by byte never triggers the silence timeout, so the total has a limit too. */
async function within(milliseconds: number, sending: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const tooLong = sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`The mail server did not take the mail within ${milliseconds} ms.`)
  })
  try {
    await Promise.race([sending, tooLong])
  } finally {
    ended.abort()
    // Ignore the later of the two failures.
    await Promise.allSettled([tooLong])
    sending.catch(() => {})
  }
}

/**
 * 530 and 535 mean that our sign-in at the server failed, 502 that it offers no STARTTLS. The mail is not the cause.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  const isOurs = 'code' in error && (error.code === 'EAUTH' || error.code === 'ETLS')
  return code >= 500 && code <= 599 && code !== 530 && code !== 535 && !isOurs
}
