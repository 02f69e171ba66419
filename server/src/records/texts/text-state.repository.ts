import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { UnreadableReason } from '../../engines/readers/file-text.ts'
import { isPartlyRead } from './read-text.repository.ts'

/** How many documents have their text, in all counties. */
export type TextState = {
  readonly read: number
  readonly waiting: number
  /** By reason. */
  readonly unreadable: Readonly<Partial<Record<UnreadableReason, number>>>
  /** Read documents of which some pages were not read. */
  readonly partlyRead: number
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
  const { rows: others } = await sql<{ documents: number; partlyRead: number; oldest: Date | null }>`
    SELECT (SELECT count(*)::double precision FROM document) AS documents,
      (SELECT count(*)::integer FROM document_text AS t WHERE ${isPartlyRead('t')}) AS "partlyRead",
      (SELECT min(queued_at) FROM document_text WHERE state = 'waiting') AS oldest`.execute(db)
  const sumOf = (sum: Sums, state?: string) =>
    rows.filter((row) => state === undefined || row.state === state).reduce((all, row) => all + row[sum], 0)
  return {
    read: sumOf('documents', 'read'),
    waiting: sumOf('documents', 'waiting'),
    unreadable: Object.fromEntries(
      rows.flatMap(({ reason, documents }) => (reason === null ? [] : [[reason, documents]])),
    ),
    partlyRead: others[0]?.partlyRead ?? 0,
    notQueued: Math.max(0, (others[0]?.documents ?? 0) - sumOf('documents')),
    pages: sumOf('pages'),
    ocrPages: sumOf('ocrPages'),
    oldestWaiting: others[0]?.oldest ?? null,
  }
}

type Sums = 'documents' | 'pages' | 'ocrPages'

/** Counting stops here, because a larger number would not help the operator. */
const MAX_COUNTED = 100_000

/** What `readTextState` counts, as fast with millions of documents as with few. */
export type TextCounts = {
  /** At most 100,000. */
  readonly waiting: number
  /** By reason; at most 100,000 together. */
  readonly unreadable: Readonly<Partial<Record<UnreadableReason, number>>>
  /** Read documents of which some pages were not read; at most 100,000. */
  readonly partlyRead: number
  /** An estimate from 100,000 on. */
  readonly read: number
  readonly oldestWaiting: Date | null
  /** Whether a text has waited for an hour in which none was read. */
  readonly isLate: boolean
  /** Whether a text has waited for ten minutes in which others arrived and none was read. */
  readonly isDelayed: boolean
}

const AN_HOUR_AGO = sql`now() - interval '1 hour'`
const TEN_MINUTES_AGO = sql`now() - interval '10 minutes'`

export async function countTexts(db: Kysely<DB>): Promise<TextCounts> {
  const { rows } = await sql<Omit<TextCounts, 'read'> & { all: number }>`
    SELECT
      (SELECT count(*)::integer FROM (
        SELECT FROM document_text WHERE state = 'waiting' LIMIT ${MAX_COUNTED}
      ) AS s) AS waiting,
      (SELECT coalesce(jsonb_object_agg(reason, documents), '{}') FROM (
        SELECT reason, count(*)::integer AS documents FROM (
          SELECT reason FROM document_text WHERE state = 'unreadable' LIMIT ${MAX_COUNTED}
        ) AS s GROUP BY reason
      ) AS r) AS unreadable,
      (SELECT count(*)::integer FROM (
        SELECT FROM document_text AS t WHERE ${isPartlyRead('t')} LIMIT ${MAX_COUNTED}
      ) AS s) AS "partlyRead",
      CASE WHEN c.reltuples < ${MAX_COUNTED} THEN (SELECT count(*)::double precision FROM document_text)
        ELSE c.reltuples::double precision END AS all,
      (SELECT min(queued_at) FROM document_text WHERE state = 'waiting') AS "oldestWaiting",
      coalesce((SELECT min(queued_at) FROM document_text WHERE state = 'waiting') < ${AN_HOUR_AGO}, false)
        AND coalesce((SELECT max(read_at) FROM document_text) < ${AN_HOUR_AGO}, true) AS "isLate",
      coalesce((SELECT min(queued_at) < ${TEN_MINUTES_AGO} AND max(queued_at) > ${TEN_MINUTES_AGO}
          FROM document_text WHERE state = 'waiting'), false)
        AND coalesce((SELECT max(read_at) FROM document_text) < ${TEN_MINUTES_AGO}, true) AS "isDelayed"
    FROM pg_class AS c WHERE c.oid = 'document_text'::regclass`.execute(db)
  const { all = 0, ...counts } = rows[0] ?? {
    waiting: 0,
    unreadable: {},
    partlyRead: 0,
    oldestWaiting: null,
    isLate: false,
    isDelayed: false,
  }
  return { ...counts, read: Math.max(0, Math.round(all) - counts.waiting - sumOf(counts.unreadable)) }
}

export function sumOf(unreadable: TextCounts['unreadable']): number {
  return Object.values(unreadable).reduce((sum, count) => sum + count, 0)
}
