import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** The account or county that owns a quota. */
export type QuotaOwner = { readonly kind: 'account' | 'county'; readonly id: number }

/** Bytes to count against the quota of the day of `at` in a time zone; `most` is the limit of that day. */
export type QuotaBytes = {
  readonly owner: QuotaOwner
  readonly bytes: number
  readonly most: number
  readonly at: Date
  readonly timeZone: string
}

/** Whether the quota has room. `day` is the requested day, `YYYY-MM-DD`, and `nextDay` the moment when it ends. */
export type QuotaRoom = { readonly hasRoom: boolean; readonly day: string; readonly nextDay: Date }

/** The table that counts the bytes of an owner, and the column of its id. */
const COUNTED = {
  account: { table: sql.table('uploaded_bytes'), id: sql.ref('account_id') },
  county: { table: sql.table('county_uploaded_bytes'), id: sql.ref('county_id') },
} as const

/**
 * Counts bytes if they stay within `most`, else counts nothing. A single statement, so that parallel uploads cannot
 * exceed the limit together, on any server.
 */
export async function reserveBytes(db: Db, asked: QuotaBytes): Promise<QuotaRoom> {
  const { owner, bytes, most, at, timeZone } = asked
  const { table, id } = COUNTED[owner.kind]
  const { rows } = await sql<QuotaRoom>`
    WITH today AS (
      SELECT (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day
    ), booked AS (
      INSERT INTO ${table} AS had (${id}, day, bytes)
      SELECT ${owner.id}::integer, day, ${bytes}::bigint FROM today WHERE ${bytes}::bigint <= ${most}::bigint
      ON CONFLICT (${id}) DO UPDATE SET
        day = excluded.day,
        bytes = excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END
      WHERE excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END <= ${most}::bigint
      RETURNING ${id}
    )
    SELECT EXISTS (SELECT 1 FROM booked) AS "hasRoom", day::text AS day,
      (day + 1)::timestamp AT TIME ZONE ${timeZone} AS "nextDay"
    FROM today`.execute(db)
  return onlyRow(rows)
}

/** Returns whether a quota has room for these bytes now, without counting them. */
export async function readQuotaRoom(db: Db, asked: QuotaBytes): Promise<QuotaRoom> {
  const { owner, bytes, most, at, timeZone } = asked
  const { table, id } = COUNTED[owner.kind]
  const { rows } = await sql<QuotaRoom>`
    SELECT ${bytes}::bigint + coalesce(had.bytes, 0) <= ${most}::bigint AS "hasRoom", today.day::text AS day,
      (today.day + 1)::timestamp AT TIME ZONE ${timeZone} AS "nextDay"
    FROM (SELECT (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day) AS today
    LEFT JOIN ${table} AS had ON had.${id} = ${owner.id}::integer AND had.day = today.day`.execute(db)
  return onlyRow(rows)
}

function onlyRow([row]: readonly QuotaRoom[]): QuotaRoom {
  if (!row) throw new Error('The database named no day.')
  return row
}

/** Subtracts bytes from that day; does nothing if the day is over. */
export async function giveBytesBack(
  db: Db,
  { owner, day, bytes }: { owner: QuotaOwner; day: string; bytes: number },
): Promise<void> {
  const { table, id } = COUNTED[owner.kind]
  await sql`
    UPDATE ${table} SET bytes = greatest(bytes - ${bytes}::bigint, 0)
    WHERE ${id} = ${owner.id}::integer AND day = ${day}::date`.execute(db)
}

/** A quota that is exhausted until its day ends; `limit` is that of the whole day, in bytes. */
export type ExhaustedQuota = { readonly owner: QuotaOwner; readonly limit: number; readonly until: Date }

/** Returns false if the same exhaustion was recorded before. */
export async function markExhausted(db: Db, { owner, limit, until }: ExhaustedQuota): Promise<boolean> {
  const { table, id } = COUNTED[owner.kind]
  const { numAffectedRows } = await sql`
    UPDATE ${table} SET full_until = ${until}::timestamptz, full_limit = ${limit}::bigint
    WHERE ${id} = ${owner.id}::integer
      AND (full_until, full_limit) IS DISTINCT FROM (${until}::timestamptz(3), ${limit}::bigint)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Limits in bytes; null if none is set: then that quota is never exhausted. */
type Limits = {
  readonly at: Date
  readonly accountLimit: number | null
  readonly countyLimit: number | null
}

export async function readExhaustedQuotas(
  db: Db,
  { at, accountLimit, countyLimit }: Limits,
): Promise<QuotaOwner[]> {
  const { rows } = await sql<QuotaOwner>`
    SELECT 'county' AS kind, county_id AS id FROM county_uploaded_bytes
    WHERE full_until > ${at}::timestamptz AND full_limit = ${countyLimit}::bigint
    UNION ALL
    SELECT 'account' AS kind, account_id AS id FROM uploaded_bytes
    WHERE full_until > ${at}::timestamptz AND full_limit = ${accountLimit}::bigint
    ORDER BY kind, id`.execute(db)
  return rows
}
