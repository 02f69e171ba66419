import { sql, type Kysely, type Selectable } from 'kysely'
import type { AuditRecord, DB } from '../database/generated/db.d.ts'

export type AuditQuestion = { documentId?: number; email?: string; since?: Date }

export type AuditRow = Selectable<AuditRecord>

/** Records newest first, in portions so that a long history needs no memory; no portion is empty. */
export async function* readAudit(
  db: Kysely<DB>,
  { documentId, email, since }: AuditQuestion,
): AsyncGenerator<AuditRow[]> {
  const PORTION = 1000
  let beforeId: string | null = null
  for (;;) {
    let query = db.selectFrom('audit_record').selectAll().orderBy('id', 'desc').limit(PORTION)
    if (documentId !== undefined) query = query.where('document_id', '=', documentId)
    if (email !== undefined) query = query.where('who', '=', email)
    if (since !== undefined) query = query.where('at', '>=', since)
    if (beforeId !== null) query = query.where('id', '<', sql<string>`${beforeId}::bigint`)
    const rows = await query.execute()
    if (rows.length > 0) yield rows
    if (rows.length < PORTION) return
    beforeId = rows.at(-1)?.id ?? null
  }
}
