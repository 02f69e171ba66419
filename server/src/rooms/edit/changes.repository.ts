import type { Kysely } from 'kysely'
import type { AuditAction } from '../../records/audit/events/audit-events.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The newest record of each of these actions on a document. */
export async function findLatestChanges(db: Kysely<DB>, documentId: number, actions: readonly AuditAction[]) {
  return db
    .selectFrom('audit_record')
    .distinctOn('action')
    .where('subject_kind', '=', 'document')
    .where('subject_id', '=', String(documentId))
    .where('action', 'in', actions)
    .select(['action', 'actor_name', 'at'])
    .orderBy('action')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type ChangeRow = Awaited<ReturnType<typeof findLatestChanges>>[number]
