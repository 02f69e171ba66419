import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { DocumentRow } from './documents.repository.ts'

export type OwnerLink = { readonly partyNumber: number; readonly relationTypeId: number }
export type AgentLink = { readonly agentNumber: number; readonly relationTypeId: number }

/** When a link was made, and by which account. */
type LinkOrigin = { readonly linkedAt: Date; readonly linkedBy: number }
type LinkedDocument = Pick<DocumentRow, 'id' | 'county_id'>

/** Links an owner to a document; false if that link exists already. */
export async function insertOwnerLink(
  transaction: Transaction<DB>,
  document: LinkedDocument,
  { partyNumber, relationTypeId, linkedAt, linkedBy }: OwnerLink & LinkOrigin,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('document_owner')
    .values({
      document_id: document.id,
      party_number: partyNumber,
      relation_type_id: relationTypeId,
      county_id: document.county_id,
      linked_at: linkedAt,
      linked_by: linkedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteOwnerLink(
  transaction: Transaction<DB>,
  documentId: number,
  { partyNumber, relationTypeId }: OwnerLink,
): Promise<void> {
  await transaction
    .deleteFrom('document_owner')
    .where('document_id', '=', documentId)
    .where('party_number', '=', partyNumber)
    .where('relation_type_id', '=', relationTypeId)
    .execute()
}

/** Links an agent to a document; false if that link exists already. */
export async function insertAgentLink(
  transaction: Transaction<DB>,
  document: LinkedDocument,
  { agentNumber, relationTypeId, linkedAt, linkedBy }: AgentLink & LinkOrigin,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('document_agent')
    .values({
      document_id: document.id,
      agent_number: agentNumber,
      relation_type_id: relationTypeId,
      county_id: document.county_id,
      linked_at: linkedAt,
      linked_by: linkedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteAgentLink(
  transaction: Transaction<DB>,
  documentId: number,
  { agentNumber, relationTypeId }: AgentLink,
): Promise<void> {
  await transaction
    .deleteFrom('document_agent')
    .where('document_id', '=', documentId)
    .where('agent_number', '=', agentNumber)
    .where('relation_type_id', '=', relationTypeId)
    .execute()
}

/**
 * Returns the owners of a document in the order of linking, with the county's name for each. Without a county, each has
 * its names in any county.
 */
export async function listLinkedOwners(
  db: Kysely<DB>,
  { id, county_id }: LinkedDocument,
  limit: number | null = null,
) {
  return db
    .selectFrom('document_owner as d')
    .innerJoin('organization as o', 'o.party_number', 'd.party_number')
    .where('d.document_id', '=', id)
    .select((expression) => [
      'd.party_number',
      'd.relation_type_id',
      'o.organization_name',
      expression
        .selectFrom('county_organization as c')
        .whereRef('c.party_number', '=', 'd.party_number')
        .$if(county_id !== null, (names) => names.where('c.county_id', '=', county_id))
        .select(sql<string | null>`string_agg(DISTINCT c.name, ' / ')`.as('name'))
        .as('cad_name'),
    ])
    .orderBy('d.linked_at')
    .orderBy('d.party_number')
    .orderBy('d.relation_type_id')
    .limit(limit)
    .execute()
}

export type LinkedOwnerRow = Awaited<ReturnType<typeof listLinkedOwners>>[number]

/** Returns the agents of a document in the order of linking. */
export async function listLinkedAgents(db: Kysely<DB>, documentId: number, limit: number | null = null) {
  return db
    .selectFrom('document_agent as d')
    .innerJoin('agent as a', 'a.agent_number', 'd.agent_number')
    .where('d.document_id', '=', documentId)
    .select([
      'a.agent_number',
      'a.organization_name',
      'a.legacy_code',
      'd.relation_type_id',
      'a.address_1',
      'a.address_2',
      'a.address_3',
      'a.city',
      'a.state_name',
      'a.state_abbreviation',
      'a.postal_code',
    ])
    .orderBy('d.linked_at')
    .orderBy('a.agent_number')
    .orderBy('d.relation_type_id')
    .limit(limit)
    .execute()
}

export type LinkedAgentRow = Awaited<ReturnType<typeof listLinkedAgents>>[number]

const linkedOwners = sql<OwnerLink[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('partyNumber', l.party_number, 'relationTypeId', l.relation_type_id)), '[]')
  FROM document_owner l WHERE l.document_id = document.id)`
const linkedAgents = sql<AgentLink[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('agentNumber', l.agent_number, 'relationTypeId', l.relation_type_id)), '[]')
  FROM document_agent l WHERE l.document_id = document.id)`
const commentCount = sql<number>`(
  SELECT count(*)::integer FROM document_comment c WHERE c.document_id = document.id)`

/** Returns what is deleted with documents: the owners, the agents, and the number of comments, by document. */
export async function findLinks(db: Kysely<DB>, documentIds: readonly number[]) {
  const rows = await db
    .selectFrom('document')
    .where('id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .select(['id', linkedOwners.as('owners'), linkedAgents.as('agents'), commentCount.as('comments')])
    .execute()
  return new Map(
    rows.map(({ id, comments, ...links }) => [id, { ...links, ...(comments > 0 && { comments }) }]),
  )
}
