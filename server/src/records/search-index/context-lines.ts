import type { Kysely } from 'kysely'
import { contextLine } from '@portal/contract/search/highlight.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { findReadable } from './readable.repository.ts'
import type { PageTexts } from './page-texts.ts'

/** Pages of a document in which a line is looked for. */
const MAX_PAGES = 20

export type ContextLine = {
  readonly page: number
  readonly text: string
  readonly places: readonly { readonly start: number; readonly end: number }[]
}

/** The first line of each document's text that matches the query, for documents whose bytes may be read now. */
export async function readContextLines(
  { db, pageTexts }: { readonly db: Kysely<DB>; readonly pageTexts: PageTexts },
  documentIds: readonly number[],
  query: SearchQuery,
): Promise<ReadonlyMap<number, ContextLine>> {
  const plain = { terms: query.terms.filter(({ field }) => field === null) }
  const lines = new Map<number, ContextLine>()
  if (plain.terms.length === 0 || documentIds.length === 0) return lines
  for (const id of await findReadable(db, documentIds)) {
    const pages = await pageTexts.read(db, id, { from: 1, to: MAX_PAGES })
    for (const { page, text } of pages) {
      const line = contextLine(text, plain)
      if (!line) continue
      lines.set(id, { page, ...line })
      break
    }
  }
  return lines
}
