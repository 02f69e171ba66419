import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Bytes against the day that `at` lies in, in a zone. */
export type DailyBytes = { accountId: number; bytes: number; most: number; at: Date; timeZone: string }

/** `day` is the one that was asked for, `YYYY-MM-DD`, and `nextDay` the moment it ends. */
export type DayBooked = { isBooked: boolean; day: string; nextDay: Date }

/**
 * Counts bytes against somebody's day where they stay within `most`, else counts nothing. One statement, so that
 * parallel uploads do not slip through together, on whichever server.
 */
export async function bookDailyBytes(db: Kysely<DB>, asked: DailyBytes): Promise<DayBooked> {
  const { accountId, bytes, most, at, timeZone } = asked
  const { rows } = await sql<DayBooked>`
    WITH today AS (
      SELECT (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day
    ), booked AS (
      INSERT INTO uploaded_bytes AS had (account_id, day, bytes)
      SELECT ${accountId}::integer, day, ${bytes}::bigint FROM today WHERE ${bytes}::bigint <= ${most}::bigint
      ON CONFLICT (account_id) DO UPDATE SET
        day = excluded.day,
        bytes = excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END
      WHERE excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END <= ${most}::bigint
      RETURNING account_id
    )
    SELECT EXISTS (SELECT 1 FROM booked) AS "isBooked", day::text AS day,
      (day + 1)::timestamp AT TIME ZONE ${timeZone} AS "nextDay"
    FROM today`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database named no day.')
  return row
}

/** Takes bytes of that day back; of a day that is over nothing is left to take. */
export async function giveDailyBytesBack(
  db: Kysely<DB>,
  { accountId, day, bytes }: { accountId: number; day: string; bytes: number },
): Promise<void> {
  await sql`
    UPDATE uploaded_bytes SET bytes = greatest(bytes - ${bytes}::bigint, 0)
    WHERE account_id = ${accountId} AND day = ${day}::date`.execute(db)
}
