import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { LaneName } from '../lanes.ts'
import type { OutOfDate } from './compose.ts'
import { countMailsSince, deleteMails, insertMail, takeBackRefusal } from './outbox.repository.ts'

/** A rate limit for mails about the same thing. A mail over the limit waits and goes into a digest with later ones. */
export type MailBound = {
  readonly most: number
  readonly withinMs: number
  readonly pauseMs: number
  /** Mails of the kind with these facts count together; without them, all mails of the kind do. */
  readonly about?: object
}

export type MailToSend = {
  kind: string
  recipient: string
  facts: object
  /** Whether a person waits for it at a screen. Such a mail goes before all others. */
  isAwaited?: boolean
  /** Whether it takes seconds to compose. Such a mail has its own lane, so it does not delay others. */
  isSlow?: boolean
  /** Only for kinds that have a digest. If several limits are reached, the longest pause counts. */
  bounds?: readonly MailBound[]
}

/** A mail server may be down over a long weekend: with pauses of an hour these attempts last three days. */
const MAX_ATTEMPTS = 80

const payload = z.object({ outboxId: z.int() })
type Queued = z.output<typeof payload>

export const SEND_MAIL: JobKind<Queued> = {
  kind: 'send-mail',
  payload,
  lane: 'mail',
  attempts: MAX_ATTEMPTS,
}

/** The lane of mails that a person waits for, so other mails never delay them. */
export const AWAITED_MAIL_LANE = 'awaited-mail' satisfies LaneName

export const SEND_AWAITED_MAIL: JobKind<Queued> = {
  kind: 'send-awaited-mail',
  payload,
  lane: AWAITED_MAIL_LANE,
  attempts: MAX_ATTEMPTS,
}

export const SEND_SLOW_MAIL: JobKind<Queued> = {
  kind: 'send-slow-mail',
  payload,
  lane: 'slow-mail',
  attempts: MAX_ATTEMPTS,
}

const together = payload.extend({ kind: z.string(), recipient: z.string() })

/** Sends a digest of all waiting mails of a kind to a recipient. The payload names the newest of them. */
export const SEND_TOGETHER: JobKind<z.output<typeof together>> = {
  kind: 'send-mails-together',
  payload: together,
  lane: 'mail',
  attempts: MAX_ATTEMPTS,
  keyOf: ({ kind, recipient }) => `${kind} ${recipient}`,
}

/**
 * Queues a mail in the caller's transaction; wake the jobs after the commit. The row holds no token. A mail over a
 * limit is not lost: it waits for the digest. With `bounds`, the caller must lock the recipient's account, so that
 * mails are counted one after the other.
 */
export async function enqueueMail(
  transaction: Transaction<DB>,
  { clock, jobs, settings }: Pick<Engines, 'clock' | 'jobs' | 'settings'>,
  { isAwaited = false, isSlow = false, bounds = [], ...mail }: MailToSend,
): Promise<void> {
  const messageId = `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`
  const createdAt = clock.now()
  const pauseMs = await pauseOf(transaction, mail, { bounds, now: createdAt })
  const dueAt = pauseMs === null ? null : new Date(createdAt.getTime() + pauseMs)
  const outboxId = await insertMail(transaction, { ...mail, messageId, createdAt, dueAt })
  if (pauseMs === null) {
    await jobs.enqueue(transaction, sendKind({ isAwaited, isSlow }), { outboxId })
  } else {
    const { kind, recipient } = mail
    await jobs.enqueueLater(transaction, SEND_TOGETHER, { payload: { outboxId, kind, recipient }, pauseMs })
  }
}

function sendKind({ isAwaited, isSlow }: { isAwaited: boolean; isSlow: boolean }): JobKind<Queued> {
  if (isAwaited) return SEND_AWAITED_MAIL
  return isSlow ? SEND_SLOW_MAIL : SEND_MAIL
}

/** Null if no limit is reached. */
async function pauseOf(
  transaction: Transaction<DB>,
  { kind, recipient }: Pick<MailToSend, 'kind' | 'recipient'>,
  { bounds, now }: { bounds: readonly MailBound[]; now: Date },
): Promise<number | null> {
  let longest: number | null = null
  for (const { most, withinMs, pauseMs, about } of bounds) {
    const since = new Date(now.getTime() - withinMs)
    const queued = await countMailsSince(transaction, { kind, recipient, since, about })
    if (queued >= most) longest = Math.max(longest ?? 0, pauseMs)
  }
  return longest
}

export type RetriedMail = { readonly kind: string; readonly recipient: string; readonly isOutOfDate: boolean }

/**
 * Requeues a permanently refused mail in the caller's transaction, or drops it if it is out of date. Undefined if it is
 * no longer refused. Wake the jobs after the commit.
 */
export async function enqueueRefusedMail(
  transaction: Transaction<DB>,
  { clock, jobs }: Pick<Engines, 'clock' | 'jobs'>,
  { outboxId, outOfDate }: { outboxId: number; outOfDate: OutOfDate },
): Promise<RetriedMail | undefined> {
  const mail = await takeBackRefusal(transaction, outboxId)
  if (!mail) return undefined
  const { kind, recipient } = mail
  const isOutOfDate = (await outOfDate[kind]?.(transaction, { ...mail, now: clock.now() })) ?? false
  await (isOutOfDate
    ? deleteMails(transaction, [outboxId])
    : jobs.enqueue(transaction, SEND_MAIL, { outboxId }))
  return { kind, recipient, isOutOfDate }
}
