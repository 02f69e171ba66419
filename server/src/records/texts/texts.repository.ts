import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { READER_VERSION, type UnreadableReason } from '../../engines/readers/file-text.ts'
import type { PackedPage } from '../../engines/readers/packed-page.ts'

const compress = promisify(zstdCompress)

/**
 * Adds a waiting row for each of these documents that has none.
 * @returns how many documents were added.
 */
export async function queueTexts(db: Kysely<DB>, documentIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ isNew: boolean }>`
    INSERT INTO document_text (document_id, county_key)
    SELECT id, county_key FROM document WHERE id = ANY (${documentIds}::integer[])
    ON CONFLICT (document_id) DO UPDATE SET county_key = excluded.county_key
      WHERE document_text.county_key <> excluded.county_key
    RETURNING xmax = 0 AS "isNew"`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}

/** Minutes after which another process may claim a text whose claim was not renewed. */
const CLAIM_MINUTES = 5
const CLAIM = sql`now() + make_interval(mins => ${CLAIM_MINUTES}::integer)`

/** A document whose text this process reads. */
export type ClaimedText = {
  readonly documentId: number
  readonly fileName: string
  readonly storageKey: string
  readonly byteSize: number
  readonly sha256: Buffer
}

/** Scan states of bytes that may be read. With a scanner, older documents wait until it found them clean, too. */
function readableStates(hasScanner: boolean): readonly string[] {
  return hasScanner ? ['clean'] : ['clean', 'none']
}

/** Claims the newest document whose text waits; null if none is due. */
export async function claimText(db: Kysely<DB>, hasScanner: boolean): Promise<ClaimedText | null> {
  const { rows } = await sql<ClaimedText>`
    WITH next AS (
      SELECT t.document_id FROM document_text AS t
      JOIN document AS d ON d.id = t.document_id
      JOIN stored_object AS o ON o.key = d.storage_key
      WHERE t.state = 'waiting' AND (t.claimed_until IS NULL OR t.claimed_until <= now())
        AND o.state = 'kept' AND o.scan_state = ANY (${readableStates(hasScanner)}::text[])
      ORDER BY t.document_id DESC LIMIT 1 FOR UPDATE OF t SKIP LOCKED
    )
    UPDATE document_text AS t SET claimed_until = ${CLAIM}
    FROM next JOIN document AS d ON d.id = next.document_id
    WHERE t.document_id = next.document_id
    RETURNING d.id AS "documentId", d.file_name AS "fileName", d.storage_key AS "storageKey",
      d.byte_size AS "byteSize", d.sha256`.execute(db)
  return rows[0] ?? null
}

/** Whether a text is due. */
export async function isAnyTextDue(db: Kysely<DB>, hasScanner: boolean): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM document_text AS t
    JOIN document AS d ON d.id = t.document_id
    JOIN stored_object AS o ON o.key = d.storage_key
    WHERE t.state = 'waiting' AND (t.claimed_until IS NULL OR t.claimed_until <= now())
      AND o.state = 'kept' AND o.scan_state = ANY (${readableStates(hasScanner)}::text[])
    LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function renewTextClaim(db: Kysely<DB>, documentId: number): Promise<void> {
  await sql`
    UPDATE document_text SET claimed_until = ${CLAIM}
    WHERE document_id = ${documentId} AND state = 'waiting'`.execute(db)
}

/** Lets a claimed text wait again, due after a pause. */
export async function releaseText(db: Kysely<DB>, documentId: number, pauseSeconds: number): Promise<void> {
  await sql`
    UPDATE document_text SET claimed_until = now() + make_interval(secs => ${pauseSeconds})
    WHERE document_id = ${documentId} AND state = 'waiting'`.execute(db)
}

/** What the readers found in a document. */
export type FoundText = {
  readonly pageCount: number
  readonly ocrPages: number
  /** How many pages were not read. Blank pages count as read. */
  readonly unreadPages: number
  readonly pages: readonly PackedPage[]
  /** How many attempts failed before. */
  readonly attempts: number
}

/** Rows of one statement. A page has some kilobytes. */
const PAGES_AT_ONCE = 100

/**
 * Stores the text of a waiting document in place of an earlier one.
 * @returns false if it does not wait any more, or was removed.
 */
export async function storeText(
  transaction: Transaction<DB>,
  documentId: number,
  { pageCount, ocrPages, unreadPages, pages, attempts }: FoundText,
): Promise<boolean> {
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0)
  const { numUpdatedRows } = await transaction
    .updateTable('document_text')
    .set({
      ...DECIDED,
      state: 'read',
      pages: pageCount,
      ocr_pages: ocrPages,
      unread_pages: unreadPages,
      characters,
      attempts,
    })
    .where('document_id', '=', documentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deletePages(transaction, documentId)
  const filled = pages.flatMap((page, index) => (page.text === '' ? [] : [{ page, number: index + 1 }]))
  for (let from = 0; from < filled.length; from += PAGES_AT_ONCE) {
    const rows = filled.slice(from, from + PAGES_AT_ONCE).map(async ({ page, number }) => ({
      document_id: documentId,
      page: number,
      content: await compress(JSON.stringify(page)),
    }))
    await transaction
      .insertInto('document_page')
      .values(await Promise.all(rows))
      .execute()
  }
  return true
}

const DECIDED = {
  engine_version: READER_VERSION,
  claimed_until: null,
  read_at: sql<Date>`now()`,
} as const

/**
 * Records that a waiting document cannot be read.
 * @returns false if it does not wait any more, or was removed.
 */
export async function storeUnreadable(
  transaction: Transaction<DB>,
  documentId: number,
  { reason, attempts }: { readonly reason: UnreadableReason; readonly attempts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('document_text')
    .set({
      ...DECIDED,
      state: 'unreadable',
      reason,
      pages: 0,
      ocr_pages: 0,
      unread_pages: 0,
      characters: 0,
      attempts,
    })
    .where('document_id', '=', documentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deletePages(transaction, documentId)
  return true
}

async function deletePages(transaction: Transaction<DB>, documentId: number): Promise<void> {
  await transaction.deleteFrom('document_page').where('document_id', '=', documentId).execute()
}
