import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Engines } from '../../engines/engines.ts'
import { readFacts, type DocumentFacts } from './document-facts.repository.ts'
import { lockRows } from './index-rows.repository.ts'
import type { SearchEntry, SearchText } from './search-index.ts'
import type { SearchState } from './state.ts'

export type IndexContext = Engines & SearchState

/** Pages of one read, so that a long document is not in memory as a whole. */
const PAGES_AT_ONCE = 100
/** Characters of text: more than a row can hold. */
const MAX_CHARACTERS = 2_000_000

/** Writes the rows of documents in their present state, in the caller's transaction. Removed documents lose theirs. */
export async function indexDocuments(
  context: Pick<IndexContext, 'searchIndex' | 'pageTexts'>,
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(documentIds)]
  if (ids.length === 0) return
  await lockRows(transaction, ids)
  const facts = await readFacts(transaction, ids)
  const pageCounts = await context.pageTexts.countPages(transaction, ids)
  const entries: SearchEntry[] = []
  for (const each of facts) {
    const pages = await readPages(context, transaction, {
      documentId: each.id,
      last: pageCounts.get(each.id) ?? 0,
    })
    entries.push({ documentId: each.id, countyKey: each.countyKey, texts: [...textsOf(each), ...pages] })
  }
  if (entries.length > 0) await context.searchIndex.put(transaction, entries)
  const left = new Set(facts.map(({ id }) => id))
  const removed = ids.filter((id) => !left.has(id))
  if (removed.length > 0) await context.searchIndex.remove(transaction, removed)
}

async function readPages(
  { pageTexts }: Pick<IndexContext, 'pageTexts'>,
  transaction: Transaction<DB>,
  { documentId, last }: { readonly documentId: number; readonly last: number },
): Promise<SearchText[]> {
  const texts: SearchText[] = []
  let characters = 0
  for (let from = 1; from <= last && characters < MAX_CHARACTERS; from += PAGES_AT_ONCE) {
    const pages = await pageTexts.read(transaction, [documentId], { from, to: from + PAGES_AT_ONCE - 1 })
    for (const { text } of pages) {
      texts.push({ text, weight: 'D' })
      characters += text.length
    }
  }
  return texts
}

function textsOf(facts: DocumentFacts): SearchText[] {
  const { id, appraisalYear, fileName, description, category, type, uploader } = facts
  const { owners, agents, receipts } = facts
  return [
    { text: fileName, weight: 'A', mark: 'f' },
    { text: String(id), weight: 'A', mark: 'f' },
    ...owners.map((text) => ({ text, weight: 'A', mark: 'o' }) as const),
    ...agents.map((text) => ({ text, weight: 'A', mark: 'g' }) as const),
    ...receipts.map((text) => ({ text, weight: 'A' }) as const),
    { text: description, weight: 'B' },
    { text: String(appraisalYear), weight: 'B' },
    { text: uploader, weight: 'B' },
    // Every rendition has the word, so a plain word does not find it.
    { text: `${category} ${type}`, weight: 'B', mark: 't', isOnlyMarked: true },
  ]
}
