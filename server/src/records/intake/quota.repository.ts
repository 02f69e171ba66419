import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** Whose day it is: that of an account, or of a county. */
export type QuotaOwner = { readonly kind: 'account' | 'county'; readonly id: number }

/** Bytes against the day of somebody that `at` lies in, in a zone; `most` is all that they have in one. */
export type DayBytes = {
  readonly owner: QuotaOwner
  readonly bytes: number
  readonly most: number
  readonly at: Date
  readonly timeZone: string
}

/** Whether the day has room; `day` is the one that was asked for, `YYYY-MM-DD`, and `nextDay` the moment it ends. */
export type QuotaRoom = { readonly hasRoom: boolean; readonly day: string; readonly nextDay: Date }

/** Where the bytes of a day are counted. */
const COUNTED = {
  account: { table: sql.table('uploaded_bytes'), id: sql.ref('account_id') },
  county: { table: sql.table('county_uploaded_bytes'), id: sql.ref('county_id') },
} as const

/** Where the bytes of that owner are counted, and the column of its id. */
export function tableOf({ kind }: QuotaOwner) {
  return COUNTED[kind]
}

/**
 * Counts bytes against a day where they stay within `most`, else counts nothing. One statement, so that parallel uploads do
 * not slip through together, on whichever server.
 */
export async function reserveDayBytes(db: Db, asked: DayBytes): Promise<QuotaRoom> {
  const { owner, bytes, most, at, timeZone } = asked
  const { table, id } = tableOf(owner)
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

/** Whether a day has room for these bytes by now, without counting them. */
export async function readDayRoom(db: Db, asked: DayBytes): Promise<QuotaRoom> {
  const { owner, bytes, most, at, timeZone } = asked
  const { table, id } = tableOf(owner)
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

/** Takes bytes of that day back; of a day that is over nothing is left to take. */
export async function giveDayBytesBack(
  db: Db,
  { owner, day, bytes }: { owner: QuotaOwner; day: string; bytes: number },
): Promise<void> {
  const { table, id } = tableOf(owner)
  await sql`
    UPDATE ${table} SET bytes = greatest(bytes - ${bytes}::bigint, 0)
    WHERE ${id} = ${owner.id}::integer AND day = ${day}::date`.execute(db)
}
