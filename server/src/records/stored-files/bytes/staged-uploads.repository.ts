import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/**
 * Seconds that an upload counts from when its server last said that it has it in hand: the places of a server that died
 * come back before anybody who waits for one is refused.
 */
export const IN_HAND_SECONDS = 10

/** An upload, and how many its person may have in hand on all servers together. */
export type CountedUpload = { readonly key: string; readonly accountId: number; readonly share: number }

/**
 * A person's upload begins: should it break off, its bytes are found by this. Says whether it has a place in the
 * person's share. One statement, so that uploads on several servers do not slip through together.
 */
export async function recordUpload(db: Db, { key, accountId, share }: CountedUpload): Promise<boolean> {
  const { rows } = await sql<{ has_place: boolean }>`
    SELECT note_upload(${key}, ${accountId}::integer, ${share}::integer, ${IN_HAND_SECONDS}::integer) AS has_place`.execute(
    db,
  )
  return rows[0]?.has_place ?? false
}

/** Whether a noted upload has a place by now: so few of those that were noted before it are still in hand. */
export async function hasPlace(db: Db, { key, accountId, share }: CountedUpload): Promise<boolean> {
  const { rows } = await sql<{ has_place: boolean }>`
    SELECT ${share}::integer > (
      SELECT count(*) FROM stored_object AS earlier
      WHERE earlier.account_id = ${accountId}::integer AND earlier.state = 'staged'
        AND earlier.in_hand_until > now() AND earlier.since < own.since
    ) AS has_place
    FROM stored_object AS own WHERE own.key = ${key}`.execute(db)
  return rows[0]?.has_place ?? false
}

/** The upload is still in hand. */
export async function renewUpload(db: Db, key: string): Promise<void> {
  await sql`
    UPDATE stored_object SET in_hand_until = now() + make_interval(secs => ${IN_HAND_SECONDS}::integer)
    WHERE key = ${key} AND state = 'staged'`.execute(db)
}

/** The upload is no longer in hand, whatever is left of it. */
export async function releaseUpload(db: Db, key: string): Promise<void> {
  await db
    .updateTable('stored_object')
    .set({ in_hand_until: null })
    .where('key', '=', key)
    .where('state', '=', 'staged')
    .execute()
}
