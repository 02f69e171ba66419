import { sql, type Transaction } from 'kysely'
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
