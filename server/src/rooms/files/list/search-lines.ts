import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import type { PersonContext } from '../../../records/context.ts'
import { readContextLines, type ContextLine } from '../../../records/search-index/context-lines.ts'
import { areLinesRecorded } from './lines-read.repository.ts'

/** Pages and reloads of a search count as one read. */
const SAME_READ_MS = 600_000

/**
 * The lines of text that the rows show. Reading them is recorded, because they are a part of the documents.
 * @throws PortalError 429 after too many searches of one person.
 */
export async function readSearchLines(
  context: PersonContext,
  rows: readonly { readonly id: number }[],
  { text, query }: { readonly text: string; readonly query: SearchQuery | null },
): Promise<ReadonlyMap<number, ContextLine>> {
  if (query === null) return new Map()
  const { database, pageTexts } = context
  const ids = rows.map(({ id }) => id)
  const lines = await readContextLines({ db: database.kysely, pageTexts }, ids, query)
  if (lines.size > 0) await recordLinesRead(context, { query: text, files: [...lines.keys()] })
  return lines
}

/**
 * Records that a person reads lines of these files in a search, once in ten minutes for each person, search and file
 * (R15.58).
 */
async function recordLinesRead(
  context: PersonContext,
  { query, files }: { readonly query: string; readonly files: readonly number[] },
): Promise<void> {
  const { actor, clock, database, lockLimiter } = context
  const { accountId } = actor.person
  const since = new Date(clock.now().getTime() - SAME_READ_MS)
  await lockLimiter.run(accountId, async () => {
    if (await areLinesRecorded(database.kysely, { accountId, query, files, since })) return
    await admitAttempt(context, repeatedActLimits(actor, 'search lines'))
    await database.kysely.transaction().execute((transaction) =>
      recordAudit(transaction, context, {
        action: 'search.lines_read',
        subject: { kind: 'portal', id: 'search' },
        after: { query, files: [...files] },
      }),
    )
  })
}
