import type { Kysely } from 'kysely'
import type { Deed } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'

/** The newest record of each of these deeds about a document. */
export async function findLatestDeeds(db: Kysely<DB>, documentId: number, deeds: readonly Deed[]) {
  return db
    .selectFrom('audit_record')
    .distinctOn('what')
    .where('document_id', '=', documentId)
    .where('what', 'in', deeds)
    .select(['what', 'who', 'at'])
    .orderBy('what')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type DeedRow = Awaited<ReturnType<typeof findLatestDeeds>>[number]
