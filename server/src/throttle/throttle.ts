import { createHash } from 'node:crypto'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/auth.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { tooMany, unavailable, type PortalError } from '../http/errors.ts'
import { toPortalError } from '../http/failure.ts'
import type { Context, World } from '../world.ts'
import { countAttempt, removeAttemptsOverBy, takeAttemptBack, type Limit } from './throttle.repository.ts'

export { emptyBuckets, type Limit } from './throttle.repository.ts'

/** Milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const LIMITER_DOWN = 'The portal cannot count attempts right now. Please try again in a minute.'

/** An attempt that was let through and counted. */
export type Attempt = {
  /** Takes it back, as if it had not been made: it turned out to be no abuse. */
  takeBack(db: Kysely<DB>): Promise<void>
}

const NOT_COUNTED: Attempt = { takeBack: async () => {} }

/**
 * The name of what is counted, such as `bucketOf('reset of address', email)`. It is a hash: what people type into
 * a form, possibly a password in the wrong field, is neither kept nor longer than a line.
 */
export function bucketOf(what: string, ...of: readonly string[]): string {
  return `${what}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}

/**
 * Counts an attempt before its work is done, so that parallel ones cannot slip through together; all servers on the
 * database count alike. Throws 429 with Retry-After when one of the limits is reached, then nothing is counted; 503
 * when counting fails: an attempt that cannot be counted is not let through.
 */
export async function countedAttempt(context: Context, limits: readonly Limit[]): Promise<Attempt> {
  if (!context.settings.rateLimit) return NOT_COUNTED
  const now = context.clock.now()
  const freeAt = await count(context, limits, now)
  if (freeAt) {
    context.log.warn(context.caller, 'An attempt was refused: there were too many.')
    throw tooMany(TOO_MANY_ATTEMPTS, (freeAt.getTime() - now.getTime()) / 1000)
  }
  const buckets = limits.map(({ bucket }) => bucket)
  return { takeBack: (db) => takeAttemptBack(db, buckets, now) }
}

/** Counts an attempt if all limits have room, and answers whether they had. Throws 503 when counting fails. */
export async function countedIfRoom(world: World, limits: readonly Limit[]): Promise<boolean> {
  return !world.settings.rateLimit || (await count(world, limits, world.clock.now())) === null
}

async function count({ database, log }: World, limits: readonly Limit[], now: Date): Promise<Date | null> {
  return countAttempt(database.kysely, limits, now).catch((error: unknown) => {
    throw closed(error, log)
  })
}

function closed(error: unknown, log: World['log']): PortalError {
  const failure = toPortalError(error, undefined)
  if (failure.status === 503) return failure
  log.error({ err: error }, 'Attempts cannot be counted: what is throttled is closed.')
  return unavailable(LIMITER_DOWN)
}

/** Removes attempts that are out of every window. */
export async function sweepAttempts({ database, clock }: Pick<World, 'database' | 'clock'>): Promise<void> {
  await removeAttemptsOverBy(database.kysely, clock.now())
}
