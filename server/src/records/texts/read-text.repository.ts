import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { UnreadableReason } from '../../engines/readers/file-text.ts'
import { unpackPage, type PackedPage } from '../../engines/readers/packed-page.ts'
import type { PageText as TextOfPage } from '../../engines/readers/page-text.ts'

const decompress = promisify(zstdDecompress)

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
    rows.map(async ({ page, content }) => {
      const packed = JSON.parse((await decompress(content)).toString()) as PackedPage
      return { page, ...unpackPage(packed) }
    }),
  )
}
