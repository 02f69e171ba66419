import { sql, type Kysely } from 'kysely'
import { planForWholeRolls } from '../../../engines/database/for-whole-rolls.repository.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A county's roll of one appraisal year. */
export type RollKey = { readonly countyId: number; readonly appraisalYear: number }

/** Which version of a roll is the newest, and which one its stored columns show; null where none ever changed it. */
export async function findVersions(db: Kysely<DB>, { countyId, appraisalYear }: RollKey) {
  return db
    .selectFrom('owner_roll')
    .select(['version', 'written_version'])
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .executeTakeFirst()
}

/** The stored columns, if they show the newest version. */
export async function readNewest(
  db: Kysely<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<StoredRoll | null> {
  const row = await db
    .selectFrom('owner_roll')
    .select(['version', 'content_hash', 'columns'])
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .whereRef('written_version', '=', 'version')
    .executeTakeFirst()
  return row?.content_hash && row.columns
    ? { version: row.version, hash: row.content_hash, columns: row.columns }
    : null
}

/** Keeps columns, unless the roll has changed since they were read. */
export async function storeColumns(
  db: Kysely<DB>,
  { countyId, appraisalYear, version, hash, columns }: RollKey & StoredRoll,
): Promise<void> {
  await db
    .updateTable('owner_roll')
    .set({ written_version: version, content_hash: hash, columns })
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .where('version', '=', version)
    .execute()
}

type StoredRoll = { version: string; hash: Buffer; columns: Buffer }

/**
 * The roll as JSON of columns in the order of names, each column on a line of its own, and the version it shows. Where
 * there is no prior value it is the year before that gives it; where a row names an agent by number only, the firm does.
 */
export async function writeColumns(
  db: Kysely<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<{ version: string; json: string }> {
  return db.transaction().execute(async (transaction) => {
    await planForWholeRolls(transaction)
    // One statement sees one moment: never new rows with an old version, or the other way round.
    const { rows } = await sql<{ version: string | null; json: string }>`
      SELECT
        (SELECT version FROM owner_roll
          WHERE county_id = ${countyId} AND appraisal_year = ${appraisalYear}) AS version,
        concat(
          '{"OwnerNbr":[', string_agg(party_number::text, ','),
          E'],\n"OwnerName":[', string_agg(to_json(owner_name)::text, ','),
          E'],\n"CAD_OwnerID":[', string_agg(to_json(cad_owner_id)::text, ','),
          E'],\n"AgentName":[', string_agg(to_json(agent_name)::text, ','),
          E'],\n"CurrentValue":[', string_agg(COALESCE(trim_scale(current_value)::text, 'null'), ','),
          E'],\n"PriorValue":[', string_agg(COALESCE(trim_scale(prior_value)::text, 'null'), ','),
          ']}') AS json
      FROM (
        SELECT v.party_number, v.owner_name, v.cad_owner_id, v.current_value,
          COALESCE(NULLIF(v.agent_name, ''), a.organization_name, '') AS agent_name,
          COALESCE(v.prior_value, last.current_value) AS prior_value
        FROM owner_value AS v
        LEFT JOIN agent AS a ON a.agent_number = v.agent_number AND v.agent_name = ''
        LEFT JOIN owner_value AS last ON last.county_id = ${countyId}
          AND last.appraisal_year = ${appraisalYear - 1} AND last.party_number = v.party_number
        WHERE v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}
        ORDER BY v.owner_name COLLATE "und-x-icu", v.party_number
      ) AS roll`.execute(transaction)
    return { version: rows[0]?.version ?? NEVER_CHANGED, json: rows[0]?.json ?? '' }
  })
}

/** A roll that was never imported. */
export const NEVER_CHANGED = '0'

/** How many documents outside the bin each owner has in that county and year, by party number; those only who have any. */
export async function countFiles(
  db: Kysely<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<{ owners: number[]; counts: number[] }> {
  // The links of one county first, by their index, and its documents alone: whatever the planner knows or does not know
  // yet, it walks through neither the links nor the documents of all counties.
  const { rows } = await sql<{ owners: number[] | null; counts: number[] | null }>`
    WITH linked AS MATERIALIZED (
      SELECT party_number, document_id FROM document_owner WHERE county_id = ${countyId}
    )
    SELECT array_agg(party_number) AS owners, array_agg(files) AS counts
    FROM (
      SELECT party_number, count(DISTINCT d.id)::integer AS files
      FROM linked JOIN document AS d ON d.id = linked.document_id
      WHERE d.county_id = ${countyId} AND d.appraisal_year = ${appraisalYear} AND d.deleted_at IS NULL
      GROUP BY party_number ORDER BY party_number
    ) AS counted`.execute(db)
  return { owners: rows[0]?.owners ?? [], counts: rows[0]?.counts ?? [] }
}
