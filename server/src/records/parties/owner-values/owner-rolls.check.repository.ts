import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { RollKey } from './owner-roll.repository.ts'

/** The rolls whose stored columns are marked as current. */
export async function listWrittenRolls(db: Kysely<DB>): Promise<RollKey[]> {
  return db
    .selectFrom('owner_roll')
    .select(['county_id as countyId', 'appraisal_year as appraisalYear'])
    .whereRef('written_version', '=', 'version')
    .orderBy('county_id')
    .orderBy('appraisal_year')
    .execute()
}

/** Owner values of missing organizations, because no foreign key prevents them. */
export type LostValues = RollKey & { readonly values: number; readonly partyNumber: number }

export async function listLostValues(db: Kysely<DB>): Promise<LostValues[]> {
  const { rows } = await sql<LostValues>`
    SELECT v.county_id AS "countyId", v.appraisal_year AS "appraisalYear", count(*)::integer AS values,
      min(v.party_number) AS "partyNumber"
    FROM owner_value AS v
    WHERE NOT EXISTS (SELECT FROM organization AS o WHERE o.party_number = v.party_number)
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

/** Makes the next reader of a roll rewrite it. */
export async function markUnwritten(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<void> {
  await transaction
    .updateTable('owner_roll')
    .set({ version: sql<string>`version + 1` })
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .execute()
}
