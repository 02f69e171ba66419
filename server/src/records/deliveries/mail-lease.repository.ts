import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/**
 * Longer than most messages take. Another server may start a message that takes longer, but it still ends only once.
 */
const TURN_SECONDS = 300

/** Longer than storing and checking any one file takes. The lease is renewed before each file. */
const IN_HAND_SECONDS = 600

type InHand = { readonly id: string; readonly owner: string }

/**
 * Acquires or renews the lease of a waiting message. Returns false if it no longer waits, or someone else holds the
 * lease.
 */
export async function leaseMail(db: Kysely<DB>, { id, owner }: InHand): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE mail_delivery
    SET in_hand_of = ${owner}::uuid, in_hand_until = now() + make_interval(secs => ${IN_HAND_SECONDS}::integer)
    WHERE id = ${id}::uuid AND state = 'waiting'
      AND (in_hand_of IS NULL OR in_hand_of = ${owner}::uuid OR in_hand_until <= now())`.execute(db)
  return numAffectedRows === 1n
}

/** Does nothing if someone else now holds the lease. */
export async function releaseMail(db: Kysely<DB>, { id, owner }: InHand): Promise<void> {
  await sql`
    UPDATE mail_delivery SET in_hand_of = NULL, in_hand_until = NULL
    WHERE id = ${id}::uuid AND in_hand_of = ${owner}::uuid`.execute(db)
}

/** Acquires or renews the lease to read the mailbox; false while another server holds it. */
export async function takeMailboxTurn(db: Kysely<DB>, owner: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO mailbox_turn (owner, until)
    VALUES (${owner}::uuid, now() + make_interval(secs => ${TURN_SECONDS}::integer))
    ON CONFLICT (is_the_one) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE mailbox_turn.owner = excluded.owner OR mailbox_turn.until <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Ends the mailbox lease. Only for the single server of a database, when it starts. */
export async function giveUpMailboxTurn(db: Kysely<DB>): Promise<void> {
  await sql`DELETE FROM mailbox_turn`.execute(db)
}
