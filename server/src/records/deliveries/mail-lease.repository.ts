import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Longer than most messages take; what takes longer may be begun by another server too, and ends once all the same. */
const TURN_SECONDS = 300

/** Longer than any one file takes to be stored and looked at; before each file it is taken anew. */
const IN_HAND_SECONDS = 600

type InHand = { readonly id: string; readonly owner: string }

/** Takes or keeps in hand a message that waits; false where it does not wait any more, or somebody else has it. */
export async function leaseMail(db: Kysely<DB>, { id, owner }: InHand): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE mail_delivery
    SET in_hand_of = ${owner}::uuid, in_hand_until = now() + make_interval(secs => ${IN_HAND_SECONDS}::integer)
    WHERE id = ${id}::uuid AND state = 'waiting'
      AND (in_hand_of IS NULL OR in_hand_of = ${owner}::uuid OR in_hand_until <= now())`.execute(db)
  return numAffectedRows === 1n
}

/** Nothing where somebody else has it by now. */
export async function releaseMail(db: Kysely<DB>, { id, owner }: InHand): Promise<void> {
  await sql`
    UPDATE mail_delivery SET in_hand_of = NULL, in_hand_until = NULL
    WHERE id = ${id}::uuid AND in_hand_of = ${owner}::uuid`.execute(db)
}

/** Takes or keeps the turn to read the mailbox; false while another server has it. */
export async function takeMailboxTurn(db: Kysely<DB>, owner: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO mailbox_turn (owner, until)
    VALUES (${owner}::uuid, now() + make_interval(secs => ${TURN_SECONDS}::integer))
    ON CONFLICT (is_the_one) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE mailbox_turn.owner = excluded.owner OR mailbox_turn.until <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Nobody has it: of the one server of a database, when it starts. */
export async function giveUpMailboxTurn(db: Kysely<DB>): Promise<void> {
  await sql`DELETE FROM mailbox_turn`.execute(db)
}
