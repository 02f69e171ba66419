import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { StagedBytes } from '../../../engines/storage/storage.ts'

type Db = Kysely<DB>

/** An upload begins: should it break off, its bytes are found by this. */
export async function recordStaged(db: Db, key: string): Promise<void> {
  await db
    .insertInto('stored_object')
    .values({ key, state: 'staged' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Nothing is left of an upload. What has become a document's meanwhile stays. */
export async function deleteStaged(db: Db, keys: readonly string[]): Promise<void> {
  await forget(db, 'staged', keys)
}

/** What is staged is kept for something that is no document; whoever has it says so elsewhere. */
export async function recordHeld(
  transaction: Transaction<DB>,
  { key, size, sha256, mibTags }: StagedBytes & { readonly key: string },
): Promise<void> {
  await sql`
    INSERT INTO stored_object (key, byte_size, sha256, mib_tags, state)
    VALUES (${key}, ${size}::integer, ${sha256}::bytea, ${mibTags}::bytea, 'kept')
    ON CONFLICT (key) DO UPDATE SET state = 'kept', byte_size = excluded.byte_size, sha256 = excluded.sha256,
      mib_tags = excluded.mib_tags, since = now(), remove_after = NULL`.execute(transaction)
}

/** What was held so is to be removed, as bytes of deleted documents are. */
export async function recordReleased(transaction: Transaction<DB>, key: string): Promise<void> {
  await sql`
    UPDATE stored_object SET state = 'removing', since = now(), remove_after = NULL
    WHERE key = ${key} AND state = 'kept' AND NOT EXISTS (SELECT FROM document WHERE storage_key = ${key})`.execute(
    transaction,
  )
}

/** The bytes of deleted documents are gone. */
export async function deleteRemoved(db: Db, keys: readonly string[]): Promise<void> {
  await forget(db, 'removing', keys)
}

async function forget(db: Db, state: string, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('stored_object').where('key', '=', anyOf(keys)).where('state', '=', state).execute()
}

/** What is due when it has been in its state for so many hours by the clock of the database. */
export type Due = { readonly state: 'staged' | 'removing'; readonly hours: number }

/** Minutes that a sweeper has for what it claims; then it is tried again, by whoever comes first. */
const CLAIM_MINUTES = 15

/**
 * Claims at most so many of what is due, the longest due first, so that no other server sweeps it meanwhile. What a
 * document has is never due, whatever is said of it, nor is what somebody holds.
 */
export async function claimDue(db: Db, { state, hours }: Due, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH due AS (
      SELECT key FROM stored_object AS o
      WHERE state = ${state} AND since <= now() - make_interval(hours => ${hours}::integer)
        AND (remove_after IS NULL OR remove_after <= now()) AND holds = 0
        AND NOT EXISTS (SELECT FROM document WHERE storage_key = o.key)
      ORDER BY since LIMIT ${atMost}::integer FOR UPDATE SKIP LOCKED
    )
    UPDATE stored_object AS o SET remove_after = now() + make_interval(mins => ${CLAIM_MINUTES}::integer)
    FROM due WHERE o.key = due.key
    RETURNING o.key`.execute(db)
  return rows.map(({ key }) => key)
}

/** How many have been due for so many hours and are held by nobody, whether or not they are claimed. */
export async function countDue(db: Db, { state, hours }: Due): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM stored_object
    WHERE state = ${state} AND since <= now() - make_interval(hours => ${hours}::integer) AND holds = 0`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** What a broken upload had kept is set aside now; false where it has become a document's meanwhile. */
export async function markQuarantined(db: Db, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_object')
    .set({ state: 'quarantined', since: sql<Date>`now()`, remove_after: null })
    .where('key', '=', key)
    // Another server may have found it in quarantine already.
    .where('state', 'in', ['staged', 'quarantined'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes what was found in quarantine, with its size where a document could have it, where nothing is known of it. */
export async function recordQuarantined(
  db: Db,
  found: readonly { readonly key: string; readonly size: number }[],
): Promise<void> {
  await sql`
    INSERT INTO stored_object (key, byte_size, state)
    SELECT key, CASE WHEN size <= 2147483647 THEN size::integer END, 'quarantined'
    FROM unnest(${found.map(({ key }) => key)}::text[], ${found.map(({ size }) => size)}::bigint[]) AS f (key, size)
    ON CONFLICT (key) DO UPDATE SET byte_size = excluded.byte_size, state = 'quarantined', since = now(), remove_after = NULL
    WHERE stored_object.state = 'staged'`.execute(db)
}

/**
 * Says of files in quarantine that they are to be removed.
 * @returns the keys of those that are; a document may have come to one meanwhile, and somebody may hold it.
 */
export async function markReleased(db: Transaction<DB>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE stored_object SET state = 'removing', since = now(), remove_after = NULL
    WHERE state = 'quarantined' AND key = ANY (${keys}::text[]) AND holds = 0
    RETURNING key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Forgets what is no more in quarantine: all but these, if it was there for an hour. */
export async function deleteQuarantinedExcept(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM stored_object
    WHERE state = 'quarantined' AND since <= now() - interval '1 hour' AND key <> ALL (${keys}::text[])`.execute(
    db,
  )
}

/** The states of these keys, where the database knows them. */
export async function statesOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('stored_object')
    .select(['key', 'state'])
    .where('key', '=', anyOf(keys))
    .execute()
  return new Map(rows.map(({ key, state }) => [key, state]))
}

function anyOf(keys: readonly string[]) {
  return sql<string>`ANY(${keys}::text[])`
}
