import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** Bytes against the day of a county that `at` lies in, in a zone. */
export type CountyBytes = { countyId: number; bytes: number; most: number; at: Date; timeZone: string }

/** Whether the day has room; `day` is the one that was asked for, `YYYY-MM-DD`, and `nextDay` the moment it ends. */
export type CountyDay = { hasRoom: boolean; day: string; nextDay: Date }

/**
 * Counts bytes against a county's day where they stay within `most`, else counts nothing. One statement, so that parallel
 * uploads do not slip through together, on whichever server.
 */
export async function bookCountyBytes(db: Db, asked: CountyBytes): Promise<CountyDay> {
  const { countyId, bytes, most, at, timeZone } = asked
  const { rows } = await sql<CountyDay>`
    WITH today AS (
      SELECT (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day
    ), booked AS (
      INSERT INTO county_uploaded_bytes AS had (county_id, day, bytes)
      SELECT ${countyId}::integer, day, ${bytes}::bigint FROM today WHERE ${bytes}::bigint <= ${most}::bigint
      ON CONFLICT (county_id) DO UPDATE SET
        day = excluded.day,
        bytes = excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END
      WHERE excluded.bytes + CASE had.day WHEN excluded.day THEN had.bytes ELSE 0 END <= ${most}::bigint
      RETURNING county_id
    )
    SELECT EXISTS (SELECT 1 FROM booked) AS "hasRoom", day::text AS day,
      (day + 1)::timestamp AT TIME ZONE ${timeZone} AS "nextDay"
    FROM today`.execute(db)
  return onlyRow(rows)
}

/** Whether a county's day has room for these bytes by now, without counting them. */
export async function readCountyDay(db: Db, asked: CountyBytes): Promise<CountyDay> {
  const { countyId, bytes, most, at, timeZone } = asked
  const { rows } = await sql<CountyDay>`
    SELECT ${bytes}::bigint + coalesce(had.bytes, 0) <= ${most}::bigint AS "hasRoom", today.day::text AS day,
      (today.day + 1)::timestamp AT TIME ZONE ${timeZone} AS "nextDay"
    FROM (SELECT (${at}::timestamptz AT TIME ZONE ${timeZone})::date AS day) AS today
    LEFT JOIN county_uploaded_bytes AS had ON had.county_id = ${countyId}::integer AND had.day = today.day`.execute(
    db,
  )
  return onlyRow(rows)
}

function onlyRow([row]: readonly CountyDay[]): CountyDay {
  if (!row) throw new Error('The database named no day.')
  return row
}

/** Takes bytes of that day back; of a day that is over nothing is left to take. */
export async function giveCountyBytesBack(
  db: Db,
  { countyId, day, bytes }: { countyId: number; day: string; bytes: number },
): Promise<void> {
  await sql`
    UPDATE county_uploaded_bytes SET bytes = greatest(bytes - ${bytes}::bigint, 0)
    WHERE county_id = ${countyId}::integer AND day = ${day}::date`.execute(db)
}
