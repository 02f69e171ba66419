import { randomUUID } from 'node:crypto'
import { MAX_FILES_OF_A_CALL } from '@portal/contract/receipts/receipts.ts'
import type { Calendar } from '../../engines/clock/calendar.ts'
import { HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import type { World } from '../../records/context.ts'
import {
  listFilingsDue,
  takeAwaitingReceipt,
  type DueWhen,
  type FilingDue,
} from '../../records/receipts/awaiting-receipt.repository.ts'
import { issueReceipts } from './issue-receipts.ts'
import {
  listDocumentsToReceive,
  type DocumentToReceive,
} from '../../records/filings/documents-to-receive.repository.ts'
import type { Person } from '../../records/access/actor.ts'
import { findPerson } from '../../records/accounts/find-person.ts'
import { mayHaveReceipt } from '../../records/documents/documents.policy.ts'

/** Milliseconds without another file from a sender after which their filing counts as complete. */
const QUIET_MS = 10 * MINUTE_MS
/** Longest wait of a document for its receipt, in milliseconds, even if its sender continues to upload. */
const LONGEST_WAIT_MS = HOUR_MS

/**
 * Makes the receipts that no user requested: for senders who left before their last file was stored, for programs, for
 * mail, and for a day in the drop folder. Each is mailed to the account that owns the documents. A filing that fails is
 * logged, waits for the next run and does not block others. `ending` aborts when the server stops: the remaining
 * filings wait for the next run, too.
 * @throws {Error} After all other receipts were made, with the number of failed ones; immediately if the database is
 * down.
 */
export async function makeDueReceipts(world: World, ending?: AbortSignal): Promise<void> {
  const { database, clock, calendar, jobs, log } = world
  const due = await listFilingsDue(database.kysely, dueAt(clock.now(), calendar))
  let failed = 0
  for (const filing of due) {
    if (ending?.aborted) break
    try {
      await makeReceiptsOf(world, filing)
      jobs.wake()
    } catch (error) {
      if (!database.isUp()) throw error
      failed += 1
      const { accountId, day } = filing
      log.error({ err: error, accountId, day }, 'A receipt could not be made and will be tried again.')
    }
  }
  if (failed > 0) throw new Error(`${receiptsOf(failed)} could not be made and will be tried again.`)
}

/** Returns the conditions that make a receipt due at a moment. */
export function dueAt(moment: Date, calendar: Calendar): DueWhen {
  return {
    quietSince: new Date(moment.getTime() - QUIET_MS),
    waitingSince: new Date(moment.getTime() - LONGEST_WAIT_MS),
    today: calendar.hourOf(moment).day,
  }
}

const receiptsOf = (count: number) => (count === 1 ? '1 receipt' : `${count} receipts`)

async function makeReceiptsOf(world: World, { accountId, email, day }: FilingDue): Promise<void> {
  const context = { ...world, actor: { kind: 'job', name: 'receipts' } as const }
  await world.database.kysely.transaction().execute(async (transaction) => {
    const ids = await takeAwaitingReceipt(transaction, { accountId, day, most: MAX_FILES_OF_A_CALL })
    const documents = await listDocumentsToReceive(transaction, ids)
    const person = await findPerson(transaction, accountId)
    await issueReceipts(transaction, context, {
      batch: randomUUID(),
      isAutomatic: true,
      sender: { accountId, email },
      // The sender did not mean to file documents that they have moved to the bin.
      documents: documents
        .filter(({ deleted_at: deletedAt }) => deletedAt === null)
        .map((document) => (isOpenTo(person, document) ? document : withoutWords(document))),
    })
  })
}

/** Whether the sender could still request the document's receipt. */
function isOpenTo(person: Person | null, document: DocumentToReceive): boolean {
  return person !== null && mayHaveReceipt(person, document) === null
}

/** A sender without access gets what they sent, not what others have written about it since. */
function withoutWords(document: DocumentToReceive): DocumentToReceive {
  return { ...document, description: '', owners: null }
}
