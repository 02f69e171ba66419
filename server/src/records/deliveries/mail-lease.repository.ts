import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

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
