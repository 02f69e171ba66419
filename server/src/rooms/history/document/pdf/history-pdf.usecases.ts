import { Readable } from 'node:stream'
import { exactMoments } from '@portal/contract/exact-moment.ts'
import { HISTORY_PRINTING_BUSY, type DocumentEvent } from '@portal/contract/history/document-history.ts'
import { CallResult, type RawBody } from '../../../../engines/http/call-result.ts'
import { failure } from '../../../../engines/http/errors.ts'
import { admitAttempt } from '../../../../engines/throttle/throttle.ts'
import { readEnds } from '../../../../records/audit/anchors/anchored.repository.ts'
import { readNewestAnchor } from '../../../../records/audit/anchors/stored-anchors.ts'
import { readChainedOf } from '../../../../records/audit/chain.repository.ts'
import type { PaperBlock } from '../../../../records/audit/print-history.ts'
import { recordAudit } from '../../../../records/audit/record.ts'
import { repeatedActLimits } from '../../../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../../../records/context.ts'
import { readsWholeHistory } from '../document-history.policy.ts'
import { requireHistoryOf } from '../list-document-history.usecases.ts'
import { walkDocumentHistory } from '../walk-document-history.ts'
import { findDocumentFacts } from './document-facts.repository.ts'
import { eventBlock, headBlock, proofBlocks, scopeBlock, type DocumentFacts } from './history-paper.ts'

type PdfRequest = { readonly fileId: number; readonly method: string }

/**
 * The history of a document as a PDF for a hearing: its facts, its events with the hashes of their records, and the
 * proof of the chain. It is recorded before the first byte. A person takes one at a time, and a server prints two.
 * @throws PortalError 404, 403 for a document in the bin, 429 for too many (R8.58, R8.59).
 */
export async function documentHistoryPdf(
  context: PersonContext,
  { fileId, method }: PdfRequest,
): Promise<CallResult<RawBody>> {
  const { actor, clock, calendar, database, listLimiter, historyPlaces, printHistory, settings } = context
  const { accountId, email } = actor.person
  await requireHistoryOf(context, fileId)
  const now = clock.now()
  const { day } = calendar.hourOf(now)
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="history-of-file-${fileId}_${day}.pdf"`,
  }
  if (method === 'HEAD') return new CallResult(undefined, { headers })
  const endTurn = await listLimiter.take(accountId)
  const endPlace = historyPlaces.tryTake(accountId)
  const end = () => {
    endPlace?.()
    endTurn()
  }
  try {
    if (!endPlace) throw failure(HISTORY_PRINTING_BUSY)
    await admitAttempt(context, repeatedActLimits(actor, 'history as PDF'))
    const facts = await findDocumentFacts(database.kysely, fileId)
    await database.kysely.transaction().execute((transaction) =>
      recordAudit(transaction, context, {
        action: 'document.history_exported',
        subject: { kind: 'document', id: fileId },
        countyId: facts.countyId,
        after: { fileName: facts.fileName },
      }),
    )
    const title = `History of file ${fileId}`
    const pdf = printHistory({
      facts: { title, author: settings.company.name, subject: facts.sha256, madeAt: now },
      footer: `${title}, taken by ${email}`,
      blocks: paperBlocks(context, { facts, at: now }),
    })
    return new CallResult(Readable.from(pdf, { objectMode: false }), { headers, onceSent: end })
  } catch (error) {
    end()
    throw error
  }
}

async function* paperBlocks(
  context: PersonContext,
  { facts, at }: { readonly facts: DocumentFacts; readonly at: Date },
): AsyncGenerator<PaperBlock[]> {
  const { database, storage, clock, settings, actor } = context
  const { timeZone, company } = settings
  const { fileId } = facts
  const chains = new Set<number>()
  const tell = exactMoments(timeZone)
  yield [
    headBlock(facts, { company: company.name, by: actor.person.email, at, timeZone }),
    scopeBlock(readsWholeHistory(actor.person)),
  ]
  for await (const events of walkDocumentHistory(context, { fileId })) {
    const rows = await readChainedOf(database.kysely, { documentId: fileId, ...spanOf(events) })
    for (const { chain } of rows) chains.add(chain)
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield events.map((event) => eventBlock(event, { row: byId.get(event.id), tell }))
  }
  const [heads, anchor] = await Promise.all([
    readEnds(database.kysely),
    readNewestAnchor(storage.anchors, clock.now().toISOString().slice(0, 10)),
  ])
  yield proofBlocks({ chains, heads, anchor, timeZone })
}

function spanOf(events: readonly DocumentEvent[]) {
  return {
    ids: events.map(({ id }) => id),
    from: new Date(events.at(-1)?.at ?? 0),
    to: new Date(events[0]?.at ?? 0),
  }
}
