import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/**
 * Seconds that an upload counts after its server last renewed it. The slots of a dead server are free again before
 * anyone who waits for one is rejected.
 */
export const IN_HAND_SECONDS = 10

/** An upload, and its person's limit of running uploads on all servers together. */
export type CountedUpload = { readonly key: string; readonly accountId: number; readonly share: number }

/**
 * Records a person's upload, so that its bytes can be found if it breaks off. Returns whether it has a slot in the
 * person's share. A single statement, so that uploads on several servers cannot exceed the share together.
 */
export async function recordUpload(db: Db, { key, accountId, share }: CountedUpload): Promise<boolean> {
  const { rows } = await sql<{ has_place: boolean }>`
    SELECT note_upload(${key}, ${accountId}::integer, ${share}::integer, ${IN_HAND_SECONDS}::integer) AS has_place`.execute(
    db,
  )
  return rows[0]?.has_place ?? false
}

/** Returns whether a recorded upload has a slot now: fewer than `share` earlier uploads are still running. */
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

/** Marks the upload as still running. */
export async function renewUpload(db: Db, key: string): Promise<void> {
  await sql`
    UPDATE stored_object SET in_hand_until = now() + make_interval(secs => ${IN_HAND_SECONDS}::integer)
    WHERE key = ${key} AND state = 'staged'`.execute(db)
}

/** Marks the upload as no longer running, whatever remains of it. */
export async function releaseUpload(db: Db, key: string): Promise<void> {
  await db
    .updateTable('stored_object')
    .set({ in_hand_until: null })
    .where('key', '=', key)
    .where('state', '=', 'staged')
    .execute()
}
