import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { UnreadableReason } from '../../engines/readers/file-text.ts'

/** How many documents have their text, in all counties. */
export type TextState = {
  readonly read: number
  readonly waiting: number
  /** By reason. */
  readonly unreadable: Readonly<Partial<Record<UnreadableReason, number>>>
  /** Documents that the sweep has not queued yet, such as those from before an upgrade. */
  readonly notQueued: number
  readonly pages: number
  readonly ocrPages: number
  readonly oldestWaiting: Date | null
}

/** Counts every row. It takes seconds with millions of documents. */
export async function readTextState(db: Kysely<DB>): Promise<TextState> {
  const { rows } = await sql<{ state: string; reason: UnreadableReason | null } & Record<Sums, number>>`
    SELECT state, reason, count(*)::double precision AS documents, sum(pages)::double precision AS pages,
      sum(ocr_pages)::double precision AS "ocrPages"
    FROM document_text GROUP BY state, reason ORDER BY reason`.execute(db)
  const { rows: others } = await sql<{ documents: number; oldest: Date | null }>`
    SELECT (SELECT count(*)::double precision FROM document) AS documents,
      (SELECT min(queued_at) FROM document_text WHERE state = 'waiting') AS oldest`.execute(db)
  const sumOf = (sum: Sums, state?: string) =>
    rows.filter((row) => state === undefined || row.state === state).reduce((all, row) => all + row[sum], 0)
  return {
    read: sumOf('documents', 'read'),
    waiting: sumOf('documents', 'waiting'),
    unreadable: Object.fromEntries(
      rows.flatMap(({ reason, documents }) => (reason === null ? [] : [[reason, documents]])),
    ),
    notQueued: Math.max(0, (others[0]?.documents ?? 0) - sumOf('documents')),
    pages: sumOf('pages'),
    ocrPages: sumOf('ocrPages'),
    oldestWaiting: others[0]?.oldest ?? null,
  }
}

type Sums = 'documents' | 'pages' | 'ocrPages'
