import { sql, type Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** At most `most` attempts within `withinMs` count against `bucket`. */
export type Limit = { readonly bucket: string; readonly most: number; readonly withinMs: number }

/**
 * Counts one attempt against every bucket if all have room, else against none. Returns when all have room again, or
 * null if the attempt was counted. One statement, so one round trip to the database.
 */
export async function countAttempt(
  db: Kysely<DB>,
  limits: readonly Limit[],
  now: Date,
): Promise<Date | null> {
  if (!db.isTransaction) return count(db, limits, now)
  // A counted attempt need not wait for the disk. Whatever else the caller's transaction writes must.
  const { rows } = await sql<{
    setting: string
  }>`SELECT current_setting('synchronous_commit') AS setting`.execute(db)
  const freeAt = await count(db, limits, now)
  await sql`SELECT set_config('synchronous_commit', ${rows[0]?.setting ?? 'on'}, true)`.execute(db)
  return freeAt
}

async function count(db: Kysely<DB>, limits: readonly Limit[], now: Date): Promise<Date | null> {
  const { rows } = await sql<{ free_at: Date | null }>`
    SELECT count_attempt(
      ${limits.map(({ bucket }) => bucket)},
      ${limits.map(({ most }) => most)},
      ${limits.map(({ withinMs }) => `${withinMs} milliseconds`)},
      ${now}
    ) AS free_at`.execute(db)
  return rows[0]?.free_at ?? null
}

export async function isAnyFull(db: Kysely<DB>, limits: readonly Limit[], now: Date): Promise<boolean> {
  const { rows } = await sql<{ isFull: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(
        ${limits.map(({ bucket }) => bucket)}::text[],
        ${limits.map(({ most }) => most)}::integer[],
        ${limits.map(({ withinMs }) => `${withinMs} milliseconds`)}::interval[]
      ) AS asked (bucket, most, within)
      WHERE (
        SELECT count(*) FROM throttled_attempt
        WHERE throttled_attempt.bucket = asked.bucket AND at > ${now}::timestamptz - asked.within
      ) >= asked.most
    ) AS "isFull"`.execute(db)
  return rows[0]?.isFull ?? false
}

/** Removes one attempt of that moment from each bucket. It does not matter which, because they are identical. */
export async function refundAttempt(db: Kysely<DB>, buckets: readonly string[], at: Date): Promise<void> {
  await sql`
    DELETE FROM throttled_attempt WHERE ctid = ANY (ARRAY(
      SELECT attempt.ctid FROM unnest(${buckets}::text[]) AS asked (bucket) CROSS JOIN LATERAL (
        SELECT ctid FROM throttled_attempt
        WHERE throttled_attempt.bucket = asked.bucket AND at = ${at}
        LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS attempt
    ))`.execute(db)
}

/** Removes all attempts that count against these buckets. */
export async function emptyBuckets(db: Kysely<DB>, buckets: readonly string[]): Promise<void> {
  await db.deleteFrom('throttled_attempt').where('bucket', 'in', buckets).execute()
}

export async function removeAttemptsOverBy(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('throttled_attempt').where('until', '<=', moment).execute()
}
