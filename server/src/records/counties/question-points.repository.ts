import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** What people of a county usually miss, in its order; none without a county. */
export async function listPointsOf(db: Kysely<DB>, countyId: number | null): Promise<string[]> {
  if (countyId === null) return []
  const rows = await db
    .selectFrom('county_question_point')
    .where('county_id', '=', countyId)
    .select('text')
    .orderBy('position')
    .execute()
  return rows.map(({ text }) => text)
}

/** Replaces the points of a locked county. */
export async function replacePoints(
  transaction: Transaction<DB>,
  countyId: number,
  points: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('county_question_point').where('county_id', '=', countyId).execute()
  await sql`
    INSERT INTO county_question_point (county_id, position, text)
    SELECT ${countyId}::integer, place, point FROM unnest(${points}::text[]) WITH ORDINALITY AS p (point, place)`.execute(
    transaction,
  )
}
