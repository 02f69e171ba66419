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

/** Milliseconds before each look for a document whose commit was never answered. */
const LOOKS_MS = [0, 300, 1500]
/** Milliseconds after which none begins: one that a silent database holds up takes long enough for whoever waits. */
const NO_LOOK_AFTER_MS = 10_000

/** What else is recorded with a document. @throws what makes the document come to nothing. */
export type AlsoRecord = (transaction: Transaction<DB>, document: DocumentRow) => Promise<void>

/**
 * Makes a kept file a document, in one transaction with its audit record. Bytes of a transaction that surely came to
 * nothing are removed. When the connection broke after COMMIT was sent nobody knows: then the document is looked for,
 * and if it is not found its bytes stay for the sweeper, because a commit may still be under way.
 * @throws PortalError 409 for a closed county, and what the transaction failed with.
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
