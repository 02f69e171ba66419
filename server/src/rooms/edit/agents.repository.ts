import { sql, type Kysely, type Transaction } from 'kysely'
import type { Counties } from '../../records/access/actor.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The numbers of these counties' agents with exactly this name and legacy code. Two are enough to detect ambiguity. */
export async function findAgentNumbers(
  transaction: Transaction<DB>,
  { agentName, legacyCode, counties }: { agentName: string; legacyCode: string; counties: Counties },
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('agent')
    // The folded name has an index; the name itself has none.
    .where('search_name', '=', sql<string>`search_text(${agentName})`)
    .where('organization_name', '=', agentName)
    .where('legacy_code', '=', legacyCode)
    .$if(counties !== 'all', (query) =>
      query.where('agent_number', 'in', (ofThem) =>
        ofThem
          .selectFrom('county_agent')
          .select('agent_number')
          .where('county_id', '=', sql<number>`ANY(${counties}::integer[])`),
      ),
    )
    .select('agent_number')
    .limit(2)
    .execute()
  return rows.map((row) => row.agent_number)
}

/** The agents of a document, in the order of linking. */
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
