import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export type OrganizationRow = {
  party_number: number
  organization_name: string
  name: string
  /** Whether it is an owner on the newest roll of the county; false without a single county. */
  is_on_roll: boolean
}

function selectOrganizations(db: Kysely<DB>, countyId: number) {
  return db
    .selectFrom('county_organization as c')
    .innerJoin('organization as o', 'o.party_number', 'c.party_number')
    .where('c.county_id', '=', countyId)
    .select(['o.party_number', 'o.organization_name', 'c.name'])
}

/**
 * All organizations of a county by name, as the response JSON. Reading hundreds of thousands of rows and writing them
 * again here would block all other calls for seconds.
 */
export async function writeOrganizationsOfCounty(
  db: Kysely<DB>,
  countyId: number,
): Promise<{ version: string; json: Buffer }> {
  return db.transaction().execute(async (transaction) => {
    await makeRoomToSort(transaction)
    // One statement has one snapshot: never new names with an old version, or the reverse.
    const { rows } = await sql<{ version: string | null; json: string }>`
      SELECT ${versionOf(countyId)} AS version, concat('[', string_agg(
        concat('{"Id":', o.party_number, ',"OrganizationName":', to_json(o.organization_name), ',"Name":', to_json(c.name), '}'),
        ',' ORDER BY o.organization_name COLLATE "und-x-icu", o.party_number), ']') AS json
      FROM county_organization AS c JOIN organization AS o USING (party_number)
      WHERE c.county_id = ${countyId}`.execute(transaction)
    return { version: rows[0]?.version ?? NEVER_CHANGED, json: Buffer.from(rows[0]?.json ?? '[]') }
  })
}

/** Memory to sort the largest county's names, until the transaction ends. */
async function makeRoomToSort(transaction: Transaction<DB>): Promise<void> {
  await sql`SET LOCAL work_mem = '64MB'`.execute(transaction)
}

/** A county's id, or all counties together. */
export type CountyFilter = number | 'every'

/** A county's id, some in ascending order, or all counties together. */
export type Counties = CountyFilter | readonly number[]

const isOnRoll = sql<boolean>`EXISTS (
  SELECT FROM owner_value AS v WHERE v.county_id = c.county_id AND v.party_number = c.party_number AND v.appraisal_year = (
    SELECT max(appraisal_year) FROM owner_value AS newest WHERE newest.county_id = c.county_id))`

/** The organizations with these numbers, in that order. Without a single county, each has every name that it has. */
export async function findOrganizations(
  db: Kysely<DB>,
  { countyId, numbers }: { countyId: CountyFilter; numbers: readonly number[] },
): Promise<OrganizationRow[]> {
  if (numbers.length === 0) return []
  const ofCounty = (county: number) => selectOrganizations(db, county).select(isOnRoll.as('is_on_roll'))
  const rows = await (countyId === 'every' ? selectOfAllCounties(db) : ofCounty(countyId))
    .where('c.party_number', 'in', numbers)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.party_number, row]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

function selectOfAllCounties(db: Kysely<DB>) {
  return db
    .selectFrom('county_organization as c')
    .innerJoin('organization as o', 'o.party_number', 'c.party_number')
    .groupBy('o.party_number')
    .select([
      'o.party_number',
      'o.organization_name',
      sql<string>`string_agg(DISTINCT c.name, ' / ')`.as('name'),
      sql<boolean>`false`.as('is_on_roll'),
    ])
}

/** The term normalized like searched names, and how often the names of these counties have changed. */
export async function foldTerm(
  db: Kysely<DB>,
  { counties, term }: { counties: Counties; term: string },
): Promise<{ folded: string; version: string }> {
  const { rows } = await sql<{ folded: string; version: string | null }>`
    SELECT search_text(${term}) AS folded, ${versionOf(counties)} AS version`.execute(db)
  return { folded: rows[0]?.folded ?? '', version: rows[0]?.version ?? NEVER_CHANGED }
}

/** How often the organizations of a county, and their names, have changed. */
export async function findOrganizationsVersion(db: Kysely<DB>, countyId: number): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`SELECT ${versionOf(countyId)} AS version`.execute(db)
  return rows[0]?.version ?? NEVER_CHANGED
}

/** A county that never had an organization. */
const NEVER_CHANGED = '0'

/** Each county's version only grows, so their sum does too. */
function versionOf(counties: Counties) {
  return sql<
    string | null
  >`(SELECT sum(version) FROM county_organization_version AS c WHERE ${isOf(counties)})`
}

/** Restricts a query to the rows `c` of these counties. */
function isOf(counties: Counties): RawBuilder<boolean> {
  if (counties === 'every') return sql`true`
  return typeof counties === 'number'
    ? sql`c.county_id = ${counties}`
    : sql`c.county_id = ANY (${counties}::integer[])`
}

/**
 * The search text of a county's organizations, one line each in the order of the names: number, firm's name and, unless
 * the firm's name begins with it, the county's name, separated by tabs. For several counties, it has the name
 * in each of them.
 */
export async function readNames(
  db: Kysely<DB>,
  counties: Counties,
): Promise<{ version: string; lines: string }> {
  return db.transaction().execute(async (transaction) => {
    await makeRoomToSort(transaction)
    // One statement has one snapshot: never new names with an old version, or the reverse.
    const { rows } = await sql<{ version: string | null; lines: string | null }>`
      SELECT ${versionOf(counties)} AS version, (${typeof counties === 'number' ? linesOf(counties) : linesOfSeveral(counties)}) AS lines`.execute(
      transaction,
    )
    return { version: rows[0]?.version ?? NEVER_CHANGED, lines: rows[0]?.lines ?? '' }
  })
}

function linesOf(countyId: number) {
  return sql`
    SELECT string_agg(
      concat_ws(E'\t', c.party_number, o.search_name,
        CASE WHEN starts_with(o.search_name, c.search_name) THEN NULL ELSE c.search_name END),
      E'\n' ORDER BY o.organization_name COLLATE "und-x-icu", c.party_number)
    FROM county_organization AS c JOIN organization AS o USING (party_number)
    WHERE c.county_id = ${countyId}`
}

function linesOfSeveral(counties: Exclude<Counties, number>) {
  return sql`
    SELECT string_agg(
      concat_ws(E'\t', o.party_number, o.search_name, counties),
      E'\n' ORDER BY o.organization_name COLLATE "und-x-icu", o.party_number)
    FROM organization AS o JOIN (
      SELECT party_number, string_agg(DISTINCT search_name, E'\t') AS counties
      FROM county_organization AS c WHERE ${isOf(counties)} GROUP BY party_number) AS named USING (party_number)`
}
