import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { BinScope } from './recycle-bin.scope.ts'

type OfDocument = ExpressionBuilder<DB, 'document'>

function isListed(scope: BinScope) {
  return (document: OfDocument) => {
    const inBin = document('document.deleted_at', 'is not', null)
    if (scope.kind === 'all') return inBin
    const { uploadedBy, countyId } = scope
    return document.and([
      inBin,
      document('document.uploaded_by', '=', uploadedBy),
      countyId === null
        ? document('document.county_id', 'is', null)
        : document('document.county_id', '=', countyId),
    ])
  }
}

/** The newest deletions of the scope, at most so many; each row carries the total of one and the same moment. */
export async function listBin(db: Kysely<DB>, scope: BinScope, atMost: number) {
  return db
    .selectFrom('document')
    .innerJoin('account', 'account.id', 'document.deleted_by')
    .where(isListed(scope))
    .select([
      'document.id',
      'document.file_name',
      'document.deleted_at',
      'document.category_id',
      'document.type_id',
      'document.description',
      'document.county_id',
      'account.email as deleted_by_email',
    ])
    .select(({ selectFrom }) =>
      selectFrom('document')
        .where(isListed(scope))
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .$asScalar()
        .as('total'),
    )
    .orderBy('document.deleted_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(atMost)
    .execute()
}

export type BinRow = Awaited<ReturnType<typeof listBin>>[number]

const linkedOwners = sql<object[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('partyNumber', l.party_number, 'relationTypeId', l.relation_type_id)), '[]')
  FROM document_owner l WHERE l.document_id = document.id)`
const linkedAgents = sql<object[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('agentNumber', l.agent_number, 'relationTypeId', l.relation_type_id)), '[]')
  FROM document_agent l WHERE l.document_id = document.id)`

/**
 * Holds documents until the transaction ends. All lock in the order of the ids, so that two deletions of the same
 * documents wait for each other and never both.
 */
export async function lockDocuments(transaction: Transaction<DB>, documentIds: readonly number[]) {
  return transaction
    .selectFrom('document')
    .select([
      'id',
      'county_id',
      'uploaded_by',
      'uploaded_at',
      'deleted_at',
      'file_name',
      'byte_size',
      'sha256',
      'storage_key',
      'category_id',
      'type_id',
      'description',
    ])
    .select([linkedOwners.as('owners'), linkedAgents.as('agents')])
    .where('id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type LockedDocument = Awaited<ReturnType<typeof lockDocuments>>[number]

export async function takeOutOfBin(transaction: Transaction<DB>, documentId: number): Promise<void> {
  await transaction
    .updateTable('document')
    .set((expression) => ({
      deleted_at: null,
      deleted_by: null,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
}

/** Removes the rows, and with them their links. */
export async function removeDocuments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('document')
    .where('id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .execute()
}
