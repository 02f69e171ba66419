import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { BinScope } from '../bin.scope.ts'

/** How many documents of the scope lie in the bin, for a query that lists some of them: both of one moment. */
export function binTotal({ seen, uploadedBy }: BinScope): RawBuilder<number> {
  const conditions = [sql`true`]
  if (seen.kind === 'counties') conditions.push(sql`county_id = ANY (${seen.countyIds}::integer[])`)
  if (seen.kind === 'own') conditions.push(sql`county_id = 0 AND uploaded_by = ${seen.accountId}`)
  if (uploadedBy !== null) conditions.push(sql`uploaded_by = ${uploadedBy}`)
  const isOfScope = sql.join(conditions, sql` AND `)
  return sql<number>`(
    SELECT coalesce(sum(n), 0)::integer FROM (
      SELECT n FROM bin_count WHERE ${isOfScope} UNION ALL SELECT n FROM bin_delta WHERE ${isOfScope}
    ) AS kept)`
}

/** How many documents outside the bin each owner has in that county and year, by party number; those only who have any. */
export async function countFilesOfOwners(
  db: Kysely<DB>,
  { countyId, appraisalYear }: { readonly countyId: number; readonly appraisalYear: number },
): Promise<{ owners: number[]; counts: number[] }> {
  const isOfRoll = sql`county_id = ${countyId} AND appraisal_year = ${appraisalYear}`
  const { rows } = await sql<{ owners: number[] | null; counts: number[] | null }>`
    SELECT array_agg(party_number) AS owners, array_agg(files) AS counts
    FROM (
      SELECT party_number, sum(n)::integer AS files
      FROM (
        SELECT party_number, n FROM owner_file_count WHERE ${isOfRoll}
        UNION ALL SELECT party_number, n FROM owner_file_delta WHERE ${isOfRoll}
      ) AS kept
      GROUP BY party_number HAVING sum(n) <> 0 ORDER BY party_number
    ) AS counted`.execute(db)
  return { owners: rows[0]?.owners ?? [], counts: rows[0]?.counts ?? [] }
}
