import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { NamedParty } from './choose-parties.ts'

export type OwnerRow = NamedParty & { readonly cadOwnerId: string }

/** Grows with each change of the county's owners, of their names, and of the county's rolls. */
export async function findOwnersVersion(db: Kysely<DB>, countyId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT (coalesce((SELECT version FROM county_organization_version WHERE county_id = ${countyId}), 0)
      + coalesce((SELECT sum(version) FROM owner_roll WHERE county_id = ${countyId}), 0))::bigint::text AS version`.execute(
    db,
  )
  return rows[0]?.version ?? '0'
}

export async function countOwners(db: Kysely<DB>, countyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('county_organization')
    .where('county_id', '=', countyId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Portion = { readonly countyId: number; readonly after: number; readonly limit: number }

/** The next owners of a county by number: their names at the firm, in the county and on its newest roll. */
export async function readOwners(db: Kysely<DB>, { countyId, after, limit }: Portion): Promise<OwnerRow[]> {
  return selectNames(db, countyId, sql`party_number > ${after} ORDER BY party_number LIMIT ${limit}`)
}

/** Those of the county among these owners. */
export async function findOwnerNames(
  db: Kysely<DB>,
  { countyId, numbers }: { readonly countyId: number; readonly numbers: readonly number[] },
): Promise<OwnerRow[]> {
  return selectNames(db, countyId, sql`party_number = ANY (${numbers}::integer[])`)
}

/** `MATERIALIZED`: few rows come first, so the planner finds the others by their keys and reads no table as a whole. */
async function selectNames(
  db: Kysely<DB>,
  countyId: number,
  wanted: RawBuilder<unknown>,
): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    WITH c AS MATERIALIZED (
      SELECT party_number, name FROM county_organization WHERE county_id = ${countyId} AND ${wanted})
    SELECT c.party_number AS number, array_remove(ARRAY[o.organization_name, c.name, v.owner_name], NULL) AS names,
      coalesce(v.cad_owner_id, '') AS "cadOwnerId"
    FROM c JOIN organization AS o USING (party_number)
    LEFT JOIN owner_value AS v ON v.county_id = ${countyId} AND v.party_number = c.party_number
      AND v.appraisal_year = (SELECT max(appraisal_year) FROM owner_roll WHERE county_id = ${countyId})
    ORDER BY c.party_number`.execute(db)
  return rows
}

export type AgentRow = NamedParty & { readonly legacyCode: string }

/** More agents than a county has. */
const MAX_AGENTS = 2000

/** The agents of a county. */
export async function readAgents(db: Kysely<DB>, countyId: number): Promise<AgentRow[]> {
  return db
    .selectFrom('county_agent as c')
    .innerJoin('agent as a', 'a.agent_number', 'c.agent_number')
    .where('c.county_id', '=', countyId)
    .select([
      'a.agent_number as number',
      'a.legacy_code as legacyCode',
      sql<string[]>`ARRAY[a.organization_name]`.as('names'),
    ])
    .orderBy('a.agent_number')
    .limit(MAX_AGENTS)
    .execute()
}
