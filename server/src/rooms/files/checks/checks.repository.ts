import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { uncheckedFiles } from '../../../records/stored-files/scan/unchecked-files.repository.ts'
import { scopeCondition } from '../../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../../records/access/county.policy.ts'
import { BLOCKED_STATES } from '../../../records/stored-files/scan/require-checked.ts'

/** A document that is not scanned as clean although there is or was a scanner, or a refused upload. */
export type CheckRow = {
  /** Null for a refused upload, which has no document. */
  readonly fileId: number | null
  readonly key: string
  readonly fileName: string
  readonly countyId: number | null
  readonly uploadedBy: string
  readonly uploadedAt: Date
  /** The scan state of the bytes. A document with 'none' can be opened, because it is older than the scanner. */
  readonly state: 'none' | 'pending' | 'infected'
  readonly finding: string | null
  readonly trouble: string | null
}

/** Infected files first, then the others. Within each group, the newest come first. */
export function checkRows(): RawBuilder<CheckRow> {
  return sql<CheckRow>`
    SELECT l.id AS "fileId", l.key, l.file_name AS "fileName", l.county_id AS "countyId", a.email AS "uploadedBy",
      l.uploaded_at AS "uploadedAt", l.scan_state AS state, l.scan_finding AS finding, l.scan_trouble AS trouble
    FROM (${uncheckedFiles({ withWaiting: true })}) AS l JOIN account AS a ON a.id = l.uploaded_by
    ORDER BY l.scan_state <> 'infected', l.uploaded_at DESC, l.key`
}

/** The first files, and their number without the limit in each. */
export async function listChecks(
  db: Kysely<DB>,
  atMost: number,
): Promise<(CheckRow & { readonly total: number })[]> {
  const { rows } = await sql<CheckRow & { readonly total: number }>`
    SELECT listed.*, (count(*) OVER ())::integer AS total FROM (${checkRows()}) AS listed
    ORDER BY listed.state <> 'infected', listed."uploadedAt" DESC, listed.key LIMIT ${atMost}::integer`.execute(
    db,
  )
  return rows
}

/** Returns which of these documents within the scope cannot be opened, and why. */
export async function findBlockedFiles(
  db: Kysely<DB>,
  { fileIds, scope }: { fileIds: readonly number[]; scope: CountyScope },
): Promise<{ fileId: number; state: string; trouble: string | null }[]> {
  return db
    .selectFrom('document')
    .innerJoin('stored_object', 'stored_object.key', 'document.storage_key')
    .where('document.id', '=', sql<number>`ANY(${fileIds}::integer[])`)
    .where('stored_object.scan_state', 'in', BLOCKED_STATES)
    .where(scopeCondition(scope, 'document'))
    .select([
      'document.id as fileId',
      'stored_object.scan_state as state',
      'stored_object.scan_trouble as trouble',
    ])
    .orderBy('document.id')
    .execute()
}

/** Finds a refused upload that is still in quarantine. */
export async function findRefused(db: Kysely<DB>, key: string) {
  const row = await db
    .selectFrom('refused_upload')
    .innerJoin('stored_object', 'stored_object.key', 'refused_upload.key')
    .where('refused_upload.key', '=', key)
    .where('stored_object.state', '=', 'quarantined')
    .select(['stored_object.byte_size', 'refused_upload.uploaded_at as uploadedAt'])
    .executeTakeFirst()
  return row && { byteSize: row.byte_size ?? 0, uploadedAt: row.uploadedAt }
}
