import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { DocumentRow } from './edit.repository.ts'

/** The numbers of the agents of any county that have this very name and legacy code; two are enough to know. */
export async function findAgentNumbers(
  transaction: Transaction<DB>,
  { agentName, legacyCode }: { agentName: string; legacyCode: string },
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('agent')
    // The folded name has an index that the name itself has not.
    .where('search_name', '=', sql<string>`search_text(${agentName})`)
    .where('organization_name', '=', agentName)
    .where('legacy_code', '=', legacyCode)
    .select('agent_number')
    .limit(2)
    .execute()
  return rows.map((row) => row.agent_number)
}

export type AgentLink = { agentNumber: number; relationTypeId: number }

/** Adds a link; false when it stands already. */
export async function linkAgent(
  transaction: Transaction<DB>,
  document: DocumentRow,
  { agentNumber, relationTypeId, linkedAt, linkedBy }: AgentLink & { linkedAt: Date; linkedBy: number },
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

export async function removeAgent(
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

export async function listAgents(db: Kysely<DB>, documentId: number) {
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
    .execute()
}

export type AgentRow = Awaited<ReturnType<typeof listAgents>>[number]
