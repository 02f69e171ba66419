import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import {
  endLease,
  isExpired,
  isHeldBy,
  leaseEnd,
  MAIL_LEASE,
  MAILBOX_LEASE_SECONDS,
  takeLease,
  type LeasedRow,
} from './lease.repository.ts'

/**
 * Acquires or renews the lease of a waiting message. Returns false if it no longer waits, or someone else holds the
 * lease.
 */
export async function leaseMail(db: Kysely<DB>, { id, owner }: LeasedRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE mail_delivery SET ${takeLease(MAIL_LEASE, owner)}
    WHERE id = ${id}::uuid AND state = 'waiting'
      AND (${isHeldBy(MAIL_LEASE, owner)} OR ${isExpired(MAIL_LEASE)})`.execute(db)
  return numAffectedRows === 1n
}

/** Does nothing if someone else now holds the lease. */
export async function releaseMail(db: Kysely<DB>, { id, owner }: LeasedRow): Promise<void> {
  await sql`
    UPDATE mail_delivery SET ${endLease(MAIL_LEASE)}
    WHERE id = ${id}::uuid AND ${isHeldBy(MAIL_LEASE, owner)}`.execute(db)
}

/** Acquires or renews the lease to read the mailbox; false while another server holds it. */
export async function takeMailboxTurn(db: Kysely<DB>, owner: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO mailbox_turn AS turn (owner, until) VALUES (${owner}::uuid, ${leaseEnd(MAILBOX_LEASE_SECONDS)})
    ON CONFLICT (is_the_one) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE turn.owner = excluded.owner OR turn.until <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Ends the mailbox lease. Only for the single server of a database, when it starts. */
export async function giveUpMailboxTurn(db: Kysely<DB>): Promise<void> {
  await sql`DELETE FROM mailbox_turn`.execute(db)
}
