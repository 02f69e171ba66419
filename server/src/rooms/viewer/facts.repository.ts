import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A panel names no more. */
const MAX_LINKS = 50

export async function findUploaderEmail(db: Kysely<DB>, accountId: number): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.email ?? ''
}

/** In the order of linking. */
export async function listLinkedOwners(db: Kysely<DB>, documentId: number) {
  return db
    .selectFrom('document_owner as link')
    .innerJoin('organization as owner', 'owner.party_number', 'link.party_number')
    .where('link.document_id', '=', documentId)
    .select(['owner.organization_name', 'owner.party_number', 'link.relation_type_id'])
    .orderBy('link.linked_at')
    .orderBy('owner.party_number')
    .limit(MAX_LINKS)
    .execute()
}

/** In the order of linking. */
export async function listLinkedAgents(db: Kysely<DB>, documentId: number) {
  return db
    .selectFrom('document_agent as link')
    .innerJoin('agent', 'agent.agent_number', 'link.agent_number')
    .where('link.document_id', '=', documentId)
    .select(['agent.organization_name', 'agent.legacy_code', 'link.relation_type_id'])
    .orderBy('link.linked_at')
    .orderBy('agent.agent_number')
    .limit(MAX_LINKS)
    .execute()
}
