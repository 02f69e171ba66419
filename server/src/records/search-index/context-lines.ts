import type { Kysely } from 'kysely'
import { contextLine } from '@portal/contract/search/highlight.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { findReadable } from './readable.repository.ts'
import type { PageTexts } from './page-texts.ts'

/** Pages of a document in which a line is looked for, the first few first. */
const FIRST_PAGES = 3
const MAX_PAGES = 20
/** Documents that are read at once, before the time is looked at. */
const AT_ONCE = 10
/** Milliseconds, after which the other rows show no line. */
const BUDGET_MS = 400

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
  const ends = performance.now() + BUDGET_MS
  const ids = await findReadable(db, documentIds)
  for (let at = 0; at < ids.length && performance.now() < ends; at += AT_ONCE) {
    await addLines({ db, pageTexts }, ids.slice(at, at + AT_ONCE), { query: plain, lines })
  }
  return lines
}

type Adding = { readonly query: Pick<SearchQuery, 'terms'>; readonly lines: Map<number, ContextLine> }

/** Later pages are only read of documents whose first ones have no hit. */
async function addLines(
  { db, pageTexts }: { readonly db: Kysely<DB>; readonly pageTexts: PageTexts },
  ids: readonly number[],
  { query, lines }: Adding,
): Promise<void> {
  for (const [from, to] of [
    [1, FIRST_PAGES],
    [FIRST_PAGES + 1, MAX_PAGES],
  ] as const) {
    const left = ids.filter((id) => !lines.has(id))
    if (left.length === 0) return
    for (const { documentId, page, text } of await pageTexts.read(db, left, { from, to })) {
      if (lines.has(documentId)) continue
      const line = contextLine(text, query)
      if (line) lines.set(documentId, { page, ...line })
    }
  }
}
