import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { readPageCounts, readTextsOfPages } from '../texts/read-text.repository.ts'

/** A page of a document, counted from 1. */
type PageText = { readonly documentId: number; readonly page: number; readonly text: string }

/** The source of the text of documents. */
export type PageTexts = {
  /** By document; missing or 0 while the text is not read. */
  countPages(db: Kysely<DB>, documentIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The pages with text of these documents in that range, both included, each document's pages in order. */
  read(
    db: Kysely<DB>,
    documentIds: readonly number[],
    range: { readonly from: number; readonly to: number },
  ): Promise<readonly PageText[]>
}

export const STORED_PAGE_TEXTS: PageTexts = {
  countPages: readPageCounts,
  read: readTextsOfPages,
}
