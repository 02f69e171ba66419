import { sql, type RawBuilder } from 'kysely'

/**
 * A lease in the columns of a row: who works on the row, and until when. A holder that ends without a word loses it at
 * that time. All times are those of the database, because the clocks of servers differ.
 */
type Lease = {
  readonly owner: string
  readonly until: string
  /** How long it lasts before it must be renewed. */
  readonly seconds: number
}

/** Longer than storing and checking the largest file takes. */
const ONE_FILE_SECONDS = 600

export const DROP_FILE_LEASE: Lease = {
  owner: 'lease_owner',
  until: 'leased_until',
  seconds: ONE_FILE_SECONDS,
}

/** Of a waiting message. The person who decides renews it before each file. */
export const MAIL_LEASE: Lease = { owner: 'in_hand_of', until: 'in_hand_until', seconds: ONE_FILE_SECONDS }

/**
 * Of the whole mailbox. Longer than most messages take. Another server may start a message that takes longer, but it
 * still ends only once.
 */
export const MAILBOX_LEASE_SECONDS = 300

/** A leased row: its id, and the id of whoever holds the lease. */
export type LeasedRow = { readonly id: string; readonly owner: string }

type Sql = RawBuilder<unknown>

/** The end of a lease that lasts so many seconds from now. */
export function leaseEnd(seconds: number): Sql {
  return sql`now() + make_interval(secs => ${seconds}::integer)`
}

/** For SET: acquires or renews the lease. */
export function takeLease({ owner, until, seconds }: Lease, by: string): Sql {
  return sql`${sql.ref(owner)} = ${by}::uuid, ${sql.ref(until)} = ${leaseEnd(seconds)}`
}

/** For SET: releases it for everyone. */
export function endLease({ owner, until }: Lease): Sql {
  return sql`${sql.ref(owner)} = NULL, ${sql.ref(until)} = NULL`
}

/** For WHERE: nobody holds it any more. */
export function isExpired({ until }: Lease): Sql {
  return sql`(${sql.ref(until)} IS NULL OR ${sql.ref(until)} <= now())`
}

/** For WHERE: they hold it. It may have expired, but nobody else has taken it since. */
export function isHeldBy({ owner }: Lease, by: string): Sql {
  return sql`${sql.ref(owner)} = ${by}::uuid`
}
