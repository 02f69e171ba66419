import { CHANGED_MEANWHILE, FILE_NOT_FOUND, IN_THE_BIN } from '@portal/contract/error.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { conflict, notFound } from '../http/errors.ts'
import { Answered } from '../http/answered.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { PersonContext } from '../world.ts'
import { etagOf } from './edit.models.ts'
import { findDocument, lockDocument, type DocumentRow } from './edit.repository.ts'

type Change<T> = {
  documentId: number
  /** The version the caller last saw; without it the last write wins. */
  ifMatch: readonly string[] | undefined
  /** The record as the reading call answers it, or a promise of it; a conflict carries it. */
  present: (document: DocumentRow, names: Names, transaction: Transaction<DB>) => unknown
  /** Changes the locked document and returns it as it then is, with the answer. */
  apply: (
    transaction: Transaction<DB>,
    document: DocumentRow,
    names: Names,
  ) => Promise<{ document: DocumentRow; answer: T }>
}

/** One save of the edit dialog: locked, compared with the caller's version, and answered with the new one. */
export async function changeLockedDocument<T>(
  context: PersonContext,
  change: Change<T>,
): Promise<Answered<T>> {
  const { kysely } = context.database
  // Names may have to be read, on connections of their own: many saves that wait inside their transactions would hold
  // all there are. A document's county never changes.
  const { county_id: countyId } = await existingDocument(context, change.documentId)
  const names = await context.dictionaries.names([countyId])
  return kysely.transaction().execute(async (transaction) => {
    const document = await lockDocument(transaction, change.documentId)
    if (!document) throw notFound(FILE_NOT_FOUND)
    const current = async () => ({
      current: await change.present(document, names, transaction),
      headers: { etag: etagOf(document) },
    })
    if (document.deleted_at) throw conflict(IN_THE_BIN, await current())
    if (change.ifMatch && !change.ifMatch.includes(String(document.version))) {
      throw conflict(CHANGED_MEANWHILE, await current())
    }
    const changed = await change.apply(transaction, document, names)
    return new Answered(changed.answer, { headers: { etag: etagOf(changed.document) } })
  })
}

/** The document that a reading call asks for. Throws a 404 where there is none. */
export async function existingDocument(
  { database }: PersonContext,
  documentId: number,
): Promise<DocumentRow> {
  const document = await findDocument(database.kysely, documentId)
  if (!document) throw notFound(FILE_NOT_FOUND)
  return document
}
