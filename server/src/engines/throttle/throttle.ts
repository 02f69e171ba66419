import { createHash } from 'node:crypto'
import { LIMITER_DOWN, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { failure, type PortalError } from '../http/errors.ts'
import { toPortalError } from '../http/failure.ts'
import type { Engines } from '../engines.ts'
import {
  countAttempt,
  isAnyFull,
  removeAttemptsOverBy,
  refundAttempt,
  type Limit,
} from './throttle.repository.ts'

export { emptyBuckets, type Limit } from './throttle.repository.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** An attempt that was allowed and counted. */
export type Attempt = {
  /** Stops counting the attempt, because it turned out not to be abuse. */
  refund(db: Kysely<DB>): Promise<void>
}

/** What counting needs. */
export type Counting = Pick<Engines, 'settings' | 'clock' | 'log' | 'database'>

const NOT_COUNTED: Attempt = { refund: async () => {} }

/**
 * The name of a bucket, such as `bucketOf('reset of address', email)`. It contains a hash, because people may type a
 * password into the wrong field. So the input is not stored, and the name stays short.
 */
export function bucketOf(what: string, ...of: readonly string[]): string {
  return `${what}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}

/**
 * Counts an attempt before its work starts, so parallel attempts cannot exceed the limit together. All servers on the
 * database share the counts. An attempt that cannot be counted is rejected.
 * Within a transaction of `db`, the attempt counts after the commit, and locks the bucket until then.
 * @throws PortalError 429 with Retry-After when one of the limits is reached, then nothing is counted; 503 when
 * counting fails.
 */
export async function admitAttempt(
  context: Counting & { readonly actor: { readonly caller: object } },
  limits: readonly Limit[],
  db: Kysely<DB> = context.database.kysely,
): Promise<Attempt> {
  if (!context.settings.rateLimit) return NOT_COUNTED
  const now = context.clock.now()
  const freeAt = await count(context, { limits, now, db })
  if (freeAt) {
    context.log.warn(context.actor.caller, 'An attempt was refused: there were too many.')
    const retryAfterSeconds = (freeAt.getTime() - now.getTime()) / 1000
    throw failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds })
  }
  const buckets = limits.map(({ bucket }) => bucket)
  return { refund: (db) => refundAttempt(db, buckets, now) }
}

/**
 * Counts an attempt if all limits have room, and returns whether they had. Within a transaction of `db` as `admitAttempt`.
 * @throws PortalError 503 when counting fails.
 */
export async function countIfAllowed(
  world: Counting,
  limits: readonly Limit[],
  db: Kysely<DB> = world.database.kysely,
): Promise<boolean> {
  if (!world.settings.rateLimit) return true
  return (await count(world, { limits, now: world.clock.now(), db })) === null
}

/** Whether one of these limits has no room for another attempt; counts nothing. */
export async function isAnyReached(
  { database, clock }: Pick<Engines, 'database' | 'clock'>,
  limits: readonly Limit[],
): Promise<boolean> {
  return isAnyFull(database.kysely, limits, clock.now())
}

async function count(
  { log }: Counting,
  { limits, now, db }: { limits: readonly Limit[]; now: Date; db: Kysely<DB> },
): Promise<Date | null> {
  return countAttempt(db, limits, now).catch((error: unknown) => {
    throw closed(error, log)
  })
}

function closed(error: unknown, log: Engines['log']): PortalError {
  const outage = toPortalError(error, undefined)
  if (outage.status === 503) return outage
  log.error({ err: error }, 'Attempts cannot be counted: what is throttled is closed.')
  return failure(LIMITER_DOWN)
}

/** Removes attempts that no window covers any more. */
export async function sweepAttempts({ database, clock }: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  await removeAttemptsOverBy(database.kysely, clock.now())
}
