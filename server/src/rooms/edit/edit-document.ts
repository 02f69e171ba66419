import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import { mayEdit, refuseInBin, refuseOtherVersion } from '../../records/documents/documents.policy.ts'
import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { versionTag } from '../../records/documents/version-tag.ts'
import type { Names } from '../../records/reference/dictionaries.ts'

/** A part of a document, in the form that its calls return. */
type PartReader<T> = (document: DocumentRow, names: Names, db: Kysely<DB>) => T | Promise<T>

/** The document to save, and the version that the save is based on. */
export type EditTarget = {
  readonly documentId: number
  /** Versions that the caller may have seen. Undefined accepts any version: the last write wins. */
  readonly ifMatch: readonly string[] | undefined
}

/** The locked document being edited, and what an edit needs. */
export type EditSession = {
  readonly document: DocumentRow
  readonly names: Names
  readonly transaction: Transaction<DB>
}

/** The changes of a save; null if nothing changes. */
export type Edit = { readonly change: DocumentChange; readonly entries: readonly DocumentEntry[] } | null

/**
 * A part of a document, with its version.
 * @throws 404 if the caller may not edit the document.
 */
export async function readPart<T>(
  context: PersonContext,
  documentId: number,
  read: PartReader<T>,
): Promise<CallResult<T>> {
  const document = await requireDocument(context, documentId, (found) => mayEdit(context.actor.person, found))
  const names = await context.dictionaries.names([document.county_id])
  const part = await read(document, names, context.database.kysely)
  return new CallResult(part, { headers: { etag: versionTag(document) } })
}

/**
 * One save of the edit dialog.
 * @returns the saved part, with the document's new version.
 * @throws 404 if the caller may not edit the document; 409 with the current part if the document is in the bin or has
 * changed meanwhile; 429 if one person saves too often; and what `edit` throws.
 */
export async function savePart<T>(
  context: PersonContext,
  { documentId, ifMatch, read }: EditTarget & { readonly read: PartReader<T> },
  edit: (session: EditSession) => Edit | Promise<Edit>,
): Promise<CallResult<{ success: true; data: T }>> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'edit'))
  const may = (document: DocumentRow) => mayEdit(context.actor.person, document)
  // Names may need separate connections to load. Many saves that wait for them inside transactions would use up all
  // connections. A document's county never changes.
  const { county_id: countyId } = await requireDocument(context, documentId, may)
  const names = await context.dictionaries.names([countyId])
  const { document: saved, decision } = await actOnDocument(
    context,
    documentId,
    {
      may,
      state: (document) => refuseInBin(document) ?? refuseOtherVersion(document, ifMatch),
      current: (document, transaction) => read(document, names, transaction),
    },
    async (document, transaction) => {
      const edited = await edit({ document, names, transaction })
      const data = await read({ ...document, ...edited?.change }, names, transaction)
      return { decide: () => edited, data }
    },
  )
  return new CallResult({ success: true, data: decision.data }, { headers: { etag: versionTag(saved) } })
}
