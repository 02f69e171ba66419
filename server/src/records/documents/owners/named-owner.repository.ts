import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { DocumentRow } from '../documents.repository.ts'

/** The owner that the sender of a document named without the right to link it. */
export type NamedOwnerRow = {
  readonly partyNumber: number
  readonly name: string
  /** The county's own name for it. */
  readonly cadName: string
}

type NewNamedOwner = {
  readonly documentId: number
  readonly countyId: number
  readonly partyNumber: number
  readonly accountId: number
  readonly namedAt: Date
}

export async function insertNamedOwner(
  transaction: Transaction<DB>,
  { documentId, countyId, partyNumber, accountId, namedAt }: NewNamedOwner,
): Promise<void> {
  await transaction
    .insertInto('named_owner')
    .values({
      document_id: documentId,
      county_id: countyId,
      party_number: partyNumber,
      account_id: accountId,
      named_at: namedAt,
    })
    .execute()
}

/** Returns the owner that the sender named; undefined if none, and while the county does not have it. */
export async function findNamedOwner(
  db: Kysely<DB>,
  { id }: Pick<DocumentRow, 'id'>,
): Promise<NamedOwnerRow | undefined> {
  return db
    .selectFrom('named_owner as n')
    .innerJoin('organization as o', 'o.party_number', 'n.party_number')
    .innerJoin('county_organization as c', (join) =>
      join.onRef('c.county_id', '=', 'n.county_id').onRef('c.party_number', '=', 'n.party_number'),
    )
    .where('n.document_id', '=', id)
    .select(['n.party_number as partyNumber', 'o.organization_name as name', 'c.name as cadName'])
    .executeTakeFirst()
}

/** Removes the owner that the sender of each document named, if it is one of these. */
export async function deleteNamedOwners(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  partyNumbers: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('named_owner')
    .where('document_id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .where('party_number', 'in', partyNumbers)
    .execute()
}
