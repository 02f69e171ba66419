import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Refusal } from '../access/refusal.ts'
import { findDocument, type DocumentRow } from './documents.repository.ts'

/**
 * Returns the document that a reading call requests.
 * @throws the refusal of `may`, and 404 if it does not exist.
 */
export async function requireDocument(
  { database }: Pick<Engines, 'database'>,
  documentId: number,
  may: (document: DocumentRow) => Refusal | null,
): Promise<DocumentRow> {
  return requireAllowed(await findDocument(database.kysely, documentId), may)
}

/**
 * Checks the result of a lookup.
 * @throws the refusal of `may`, and 404 if it found no document.
 */
export function requireAllowed(
  document: DocumentRow | undefined,
  may: (document: DocumentRow) => Refusal | null,
): DocumentRow {
  const refusal = document ? may(document) : FILE_NOT_FOUND
  if (!document || refusal) throw failure(refusal ?? FILE_NOT_FOUND)
  return document
}
