import { setTimeout as pause } from 'node:timers/promises'
import { UPLOAD_COUNTY_CLOSED } from '@portal/contract/files/upload-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Engines } from '../../engines/engines.ts'
import type { ActorContext } from '../access/context.ts'
import { isClosedForNow } from '../counties/counties.repository.ts'
import { removeBytes } from '../stored-files/bytes/remove-bytes.ts'
import { wakeSubscribers, type DocumentEventQueue } from '../documents/document-events.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { findCommittedDocument } from './committed-document.repository.ts'
import { recordDocuments, type NewDocument } from './record-documents.ts'

/** Milliseconds before each search for a document whose commit was never confirmed. */
const LOOKS_MS = [0, 300, 1500]
/** Milliseconds after which no search starts: when the database hangs, the caller has waited long enough by then. */
const NO_LOOK_AFTER_MS = 10_000

/**
 * Records more with a document.
 * @throws to roll the document back.
 */
export type AlsoRecord = (transaction: Transaction<DB>, document: DocumentRow) => Promise<void>

/**
 * Turns a stored file into a document, in one transaction with its audit record. Removes the bytes if the transaction
 * surely rolled back. If the connection broke after COMMIT was sent, the outcome is unknown, and this searches for the
 * document. If it is not found, its bytes stay for the sweeper, because the commit may still be running.
 * @throws PortalError 409 for a closed county, and the errors of the transaction.
 */
export async function recordDocument(
  context: DocumentEventQueue & ActorContext,
  document: NewDocument,
  alsoRecord?: AlsoRecord,
): Promise<DocumentRow> {
  const { key } = document.file
  let isCommitting = false
  try {
    const row = await context.database.kysely.transaction().execute(async (transaction) => {
      await requireOpenCounty(transaction, document.countyId)
      const [recorded] = await recordDocuments(transaction, context, [document])
      if (!recorded) throw new Error('The database recorded no document.')
      await alsoRecord?.(transaction, recorded)
      isCommitting = true
      return recorded
    })
    wakeSubscribers(context)
    return row
  } catch (error) {
    if (isCommitting) return findCommitted(context, key, error)
    await removeBytes(context, key)
    throw error
  }
}

async function requireOpenCounty(transaction: Transaction<DB>, countyId: number | null): Promise<void> {
  if (countyId !== null && (await isClosedForNow(transaction, countyId))) throw failure(UPLOAD_COUNTY_CLOSED)
}

async function findCommitted(
  { database, log }: Pick<Engines, 'database' | 'log'>,
  storageKey: string,
  failure: unknown,
): Promise<DocumentRow> {
  const began = performance.now()
  for (const wait of LOOKS_MS) {
    await pause(wait)
    if (performance.now() - began > NO_LOOK_AFTER_MS) break
    try {
      const document = await findCommittedDocument(database.kysely, storageKey)
      if (document) return document
    } catch (error) {
      log.warn({ err: error }, 'An upload of unknown outcome could not be looked up.')
    }
  }
  throw failure
}
