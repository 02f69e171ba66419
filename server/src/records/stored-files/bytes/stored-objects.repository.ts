import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { StagedBytes } from '../../../engines/storage/storage.ts'

type Db = Kysely<DB>

/** Records that an upload starts, so that its bytes can be found if it breaks off. */
export async function recordStaged(db: Db, key: string): Promise<void> {
  await db
    .insertInto('stored_object')
    .values({ key, state: 'staged' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the rows of uploads whose bytes are gone. A row that now belongs to a document stays. */
export async function deleteStaged(db: Db, keys: readonly string[]): Promise<void> {
  await forget(db, 'staged', keys)
}

/** Marks staged bytes as kept for something other than a document. The caller stores the reference elsewhere. */
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

/** Marks bytes kept this way for removal, like the bytes of deleted documents. */
export async function recordReleased(transaction: Transaction<DB>, key: string): Promise<void> {
  await sql`
    UPDATE stored_object SET state = 'removing', since = now(), remove_after = NULL
    WHERE key = ${key} AND state = 'kept' AND NOT EXISTS (SELECT FROM document WHERE storage_key = ${key})`.execute(
    transaction,
  )
}

/** Deletes the rows of removed bytes of deleted documents. */
export async function deleteRemoved(db: Db, keys: readonly string[]): Promise<void> {
  await forget(db, 'removing', keys)
}

async function forget(db: Db, state: string, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('stored_object').where('key', '=', anyOf(keys)).where('state', '=', state).execute()
}

/** Objects are due after this many hours in their state, by the clock of the database. */
export type Due = { readonly state: 'staged' | 'removing'; readonly hours: number }

/** Minutes that a sweeper has for its claim; after that any server may claim it again. */
const CLAIM_MINUTES = 15

/**
 * Claims up to `atMost` due objects, the longest due first, so that no other server sweeps them meanwhile. Objects that
 * a document uses are never due, whatever their state, nor are objects with a hold.
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

/** Returns how many objects without a hold have been due for that many hours, claimed or not. */
export async function countDue(db: Db, { state, hours }: Due): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM stored_object
    WHERE state = ${state} AND since <= now() - make_interval(hours => ${hours}::integer) AND holds = 0`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Marks the stored bytes of a broken upload as quarantined; false if they belong to a document by now. */
export async function markQuarantined(db: Db, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_object')
    .set({ state: 'quarantined', since: sql<Date>`now()`, remove_after: null })
    .where('key', '=', key)
    // Another server may have recorded it in quarantine already.
    .where('state', 'in', ['staged', 'quarantined'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records files found in quarantine that are unknown or staged in the database. Omits sizes that are too large for a
 * document.
 */
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
 * Marks files in quarantine for removal.
 * @returns the keys of the marked files; others may belong to a document by now or have a hold.
 */
export async function markReleased(db: Transaction<DB>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE stored_object SET state = 'removing', since = now(), remove_after = NULL
    WHERE state = 'quarantined' AND key = ANY (${keys}::text[]) AND holds = 0
    RETURNING key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Deletes the rows of files that are no longer in quarantine: all but these, if they are at least an hour old. */
export async function deleteQuarantinedExcept(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM stored_object
    WHERE state = 'quarantined' AND since <= now() - interval '1 hour' AND key <> ALL (${keys}::text[])`.execute(
    db,
  )
}

/** Returns the states of these keys that the database knows. */
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
