import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { UnreadableReason } from '../../engines/readers/file-text.ts'
import { unpackPage, type PackedPage } from '../../engines/readers/packed-page.ts'
import type { PageText as TextOfPage } from '../../engines/readers/page-text.ts'

const decompressInThread = promisify(zstdDecompress)
/** Compressed bytes of a usual page. A thread costs more time than such a page, and a larger one would block all callers. */
const SMALL = 16_384

/** The state of a document's text. The counts are 0 until it is read. */
export type DocumentText = {
  readonly pageCount: number
  readonly ocrPages: number
  readonly characters: number
} & (
  | { readonly state: 'waiting' | 'read'; readonly reason: null }
  | { readonly state: 'unreadable'; readonly reason: UnreadableReason }
)

/** The text of a page, which counts from 1, and its words with their places. */
export type PageText = TextOfPage & { readonly page: number }

/** Null for a document that was removed, or that the sweep has not reached yet. Callers check who may see it. */
export async function readDocumentText(db: Kysely<DB>, documentId: number): Promise<DocumentText | null> {
  const row = await db
    .selectFrom('document_text')
    .select(['state', 'reason', 'pages as pageCount', 'ocr_pages as ocrPages', 'characters'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row ? (row as DocumentText) : null
}

/** Of how many pages the text was read, if some were not; null otherwise. Callers check who may see it. */
export async function readPartlyRead(
  db: Kysely<DB>,
  documentId: number,
): Promise<{ readonly read: number; readonly pages: number } | null> {
  const row = await db
    .selectFrom('document_text')
    .select(['pages', 'unread_pages as unread'])
    .where('document_id', '=', documentId)
    .where(isPartlyRead('document_text'))
    .executeTakeFirst()
  return row ? { read: row.pages - row.unread, pages: row.pages } : null
}

/** Restricts a query to the texts `alias` of which some pages were not read. */
export function isPartlyRead(alias: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${alias}.unread_pages`)} > 0 AND ${sql.ref(`${alias}.state`)} = 'read')`
}

/** The numbers of pages by document. A document without a row, or whose text is not read, is missing or has 0. */
export async function readPageCounts(
  db: Kysely<DB>,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (documentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_text')
    .select(['document_id as documentId', 'pages'])
    .where('document_id', 'in', documentIds)
    .execute()
  return new Map(rows.map(({ documentId, pages }) => [documentId, pages]))
}

/** The pages with text in a range of page numbers, both included. */
export async function readPageTexts(
  db: Kysely<DB>,
  documentId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PageText[]> {
  const rows = await db
    .selectFrom('document_page')
    .select(['page', 'content'])
    .where('document_id', '=', documentId)
    .where('page', '>=', from)
    .where('page', '<=', to)
    .orderBy('page')
    .execute()
  return Promise.all(
    rows.map(async ({ page, content }) => ({ page, ...unpackPage(await unpacked(content)) })),
  )
}

type TextOnly = { readonly documentId: number; readonly page: number; readonly text: string }

/** The texts of pages of these documents in a range of page numbers, without the places of their words. */
export async function readTextsOfPages(
  db: Kysely<DB>,
  documentIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TextOnly[]> {
  if (documentIds.length === 0) return []
  const rows = await db
    .selectFrom('document_page')
    .select(['document_id as documentId', 'page', 'content'])
    .where('document_id', 'in', documentIds)
    .where('page', '>=', from)
    .where('page', '<=', to)
    .orderBy('document_id')
    .orderBy('page')
    .execute()
  return Promise.all(
    rows.map(async ({ content, ...place }) => ({ ...place, text: (await unpacked(content)).text })),
  )
}

async function unpacked(content: Buffer): Promise<PackedPage> {
  const json = content.length <= SMALL ? zstdDecompressSync(content) : await decompressInThread(content)
  return JSON.parse(json.toString()) as PackedPage
}
