import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A page of a document, counted from 1. */
export type PageText = { readonly page: number; readonly text: string }

/** The source of the text of documents. */
export type PageTexts = {
  /** Pages of that range, in order; none while the text is not read, or may not be shown. */
  read(
    db: Kysely<DB>,
    documentId: number,
    range: { readonly from: number; readonly to: number },
  ): Promise<readonly PageText[]>
}

export const NO_PAGE_TEXTS: PageTexts = { read: async () => [] }
