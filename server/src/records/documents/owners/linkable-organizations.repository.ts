import { sql, type Kysely, type Transaction } from 'kysely'
import type { Counties } from '../../access/actor.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** The requested organizations, the document's county, and the counties that the caller sees. */
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

/**
 * Returns the organizations with these numbers in the counties that the caller sees, and whether each is in the
 * document's county.
 */
export async function findLinkable(db: Kysely<DB>, query: LinkQuery): Promise<LinkableOrganization[]> {
  const rows = await appearing(db, query).execute()
  return withNames(db, query, rows)
}

/**
 * Does the same, and locks their rows in the document's county until the transaction ends. An import that would remove
 * them waits; if one is already removing them, this call waits for it.
 */
export async function holdLinkable(
  transaction: Transaction<DB>,
  query: LinkQuery,
): Promise<LinkableOrganization[]> {
  const rows = await appearing(transaction, query)
    // An import locks the rows that it removes in the same order.
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
