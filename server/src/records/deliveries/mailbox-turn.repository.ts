import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Longer than most messages take; what takes longer may be begun by another server too, and ends once all the same. */
const TURN_SECONDS = 300

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
