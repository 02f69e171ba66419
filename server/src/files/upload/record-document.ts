import { setTimeout as pause } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import { actorOf, recordAudit } from '../../audit/record.ts'
import type { Document } from '../../database/generated/db.d.ts'
import type { PersonContext } from '../../world.ts'
import { findByStorageKey, insertDocument, type StoredDocument } from './upload.repository.ts'

/** Milliseconds before each look for a document whose commit was never answered. */
const LOOKS = [0, 300, 1500]

/**
 * Makes kept bytes a document, in one transaction with its audit record. Bytes of a transaction that surely came to
 * nothing are removed. When the connection broke after COMMIT was sent nobody knows: then the document is looked for,
 * and if it is not found its bytes stay for the sweeper, because a commit may still be under way.
 */
export async function recordDocument(
  context: PersonContext,
  document: Insertable<Document>,
): Promise<StoredDocument> {
  let isCommitting = false
  try {
    return await context.database.kysely.transaction().execute(async (transaction) => {
      const stored = await insertDocument(transaction, document)
      await recordAudit(
        transaction,
        { clock: context.clock, actor: actorOf(context) },
        { what: 'uploaded', documentId: stored.id, countyId: stored.county_id, after: factsOf(document) },
      )
      isCommitting = true
      return stored
    })
  } catch (error) {
    if (isCommitting) return findCommitted(context, document.storage_key, error)
    await removeBytes(context, document.storage_key)
    throw error
  }
}

/** What cannot be removed now is the sweeper's; the caller should hear of the first failure. */
async function removeBytes({ storage, log }: PersonContext, storageKey: string): Promise<void> {
  try {
    await storage.remove(storageKey)
  } catch (error) {
    log.warn({ err: error, storageKey }, 'The bytes of a failed upload could not be removed yet.')
  }
}

function factsOf(document: Insertable<Document>): object {
  return {
    fileName: document.file_name,
    bytes: document.byte_size,
    sha256: document.sha256.toString('hex'),
    categoryId: document.category_id,
    typeId: document.type_id,
    description: document.description,
  }
}

async function findCommitted(
  context: PersonContext,
  storageKey: string,
  failure: unknown,
): Promise<StoredDocument> {
  for (const wait of LOOKS) {
    await pause(wait)
    try {
      const stored = await findByStorageKey(context.database.kysely, storageKey)
      if (stored) return stored
    } catch (error) {
      context.log.warn({ err: error }, 'An upload of unknown outcome could not be looked up.')
    }
  }
  throw failure
}
