import { sql, type Kysely, type Transaction } from 'kysely'
import type { Counties } from '../../access/actor.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Which organizations are asked for: of a document's county, and of the counties that whoever asks sees. */
export type LinkQuery = {
  readonly partyNumbers: readonly number[]
  readonly countyId: number | null
  readonly seen: Counties
}

export type LinkableOrganization = {
  readonly partyNumber: number
  readonly name: string
  readonly isInCounty: boolean
}

/** The organizations of these numbers that appear in a county that is seen, and whether they do in this one. */
export async function findLinkable(db: Kysely<DB>, query: LinkQuery): Promise<LinkableOrganization[]> {
  const rows = await appearing(db, query).execute()
  return withNames(db, query, rows)
}

/**
 * The same, and they go on appearing in it until the transaction ends: an import that would remove them waits, and one that
 * does so already is waited for.
 */
export async function holdLinkable(
  transaction: Transaction<DB>,
  query: LinkQuery,
): Promise<LinkableOrganization[]> {
  const rows = await appearing(transaction, query)
    // The order in which an import holds those that it removes.
    .orderBy('party_number')
    .forKeyShare()
    .execute()
  return withNames(transaction, query, rows)
}

function appearing(db: Kysely<DB>, { partyNumbers, countyId }: LinkQuery) {
  return db
    .selectFrom('county_organization')
    .where('county_id', '=', countyId)
    .where('party_number', 'in', partyNumbers)
    .select('party_number')
}

async function withNames(
  db: Kysely<DB>,
  { partyNumbers, seen }: LinkQuery,
  appearingOnes: readonly { readonly party_number: number }[],
): Promise<LinkableOrganization[]> {
  const inCounty = new Set(appearingOnes.map((row) => row.party_number))
  const organizations = await db
    .selectFrom('organization')
    .where('party_number', 'in', partyNumbers)
    .$if(seen !== 'all', (query) =>
      query.where('party_number', 'in', (ofThem) =>
        ofThem
          .selectFrom('county_organization')
          .select('party_number')
          .where('county_id', '=', sql<number>`ANY(${seen}::integer[])`),
      ),
    )
    .select(['party_number as partyNumber', 'organization_name as name'])
    .execute()
  return organizations.map((row) => ({ ...row, isInCounty: inCounty.has(row.partyNumber) }))
}
