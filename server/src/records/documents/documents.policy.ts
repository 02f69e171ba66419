import { EDITORS_ONLY, READS_ONLY } from '@portal/contract/access/rights-errors.ts'
import {
  CHANGED_MEANWHILE,
  FILE_NOT_FOUND,
  IN_THE_BIN,
  OPEN_FORBIDDEN,
} from '@portal/contract/files/document-errors.ts'
import { DELETE_FORBIDDEN } from '@portal/contract/files/files.ts'
import { OWNER_NOT_YOURS_TO_NAME } from '@portal/contract/files/link-errors.ts'
import { RECEIPT_FORBIDDEN } from '@portal/contract/receipts/receipts.ts'
import {
  NOT_IN_THE_BIN,
  PERMANENT_DELETE_FORBIDDEN,
  RESTORE_FORBIDDEN,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import { countyScope } from '../access/county.policy.ts'
import type { Person } from '../access/actor.ts'
import type { Refusal } from '../access/refusal.ts'
import type { DocumentRow } from './documents.repository.ts'

/** The facts that decide access to a document. */
type AccessFacts = Pick<DocumentRow, 'county_id' | 'uploaded_by'>

/** The facts of a person that decide which documents they see. */
export type Viewer = Pick<Person, 'accountId' | 'counties'>

/** Whether the refusal must look like "not found" because the caller may not see the document. */
export function isUnseen(refusal: Refusal | null): boolean {
  return refusal?.code === FILE_NOT_FOUND.code
}

/**
 * An administrator sees all documents, a county user those of their counties, anyone else only their own without a
 * county. This includes the bin, but only people who may restore a document see it listed there and get its bytes.
 */
export function maySee(person: Viewer, document: AccessFacts): Refusal | null {
  return isSeen(person, document) ? null : FILE_NOT_FOUND
}

function isSeen(person: Viewer, { county_id: countyId, uploaded_by: uploadedBy }: AccessFacts): boolean {
  const scope = countyScope(person)
  if (scope.kind === 'all') return true
  if (scope.kind === 'counties') return countyId !== null && scope.countyIds.includes(countyId)
  return countyId === null && uploadedBy === scope.accountId
}

/** Requires the right to edit, and that the person sees the document. */
export function mayEdit(person: Person, document: AccessFacts): Refusal | null {
  return maySee(person, document) ?? (person.rights.has('documents.edit') ? null : EDITORS_ONLY)
}

/** A sender may name an owner only with the right to link one afterwards. */
export function mayNameOwner(person: Pick<Person, 'rights'>): Refusal | null {
  return person.rights.has('documents.edit') ? null : OWNER_NOT_YOURS_TO_NAME
}

/**
 * People who manage documents delete any that they see. Everyone else except readers deletes their own uploads that
 * they still see.
 */
export function mayDelete(person: Person, document: AccessFacts): Refusal | null {
  return mayManage(person, document, DELETE_FORBIDDEN)
}

export function mayRestore(person: Person, document: AccessFacts): Refusal | null {
  return mayManage(person, document, RESTORE_FORBIDDEN)
}

/** The same people may restore a document and delete it for good. */
export function mayDeletePermanently(person: Person, document: AccessFacts): Refusal | null {
  return mayManage(person, document, PERMANENT_DELETE_FORBIDDEN)
}

/** The bytes of a document in the bin are for those who may restore it. */
export function mayDownload(
  person: Person,
  document: AccessFacts & Pick<DocumentRow, 'deleted_at'>,
): Refusal | null {
  if (document.deleted_at === null) return maySee(person, document)
  return mayManage(person, document, OPEN_FORBIDDEN)
}

function mayManage(person: Person, document: AccessFacts, otherwise: Refusal): Refusal | null {
  const unseen = maySee(person, document)
  if (unseen || person.rights.has('documents.manage')) return unseen
  if (document.uploaded_by !== person.accountId) return otherwise
  return person.rights.has('documents.add') ? null : READS_ONLY
}

/** Only the uploader gets a receipt, while they can see the document. */
export function mayHaveReceipt(person: Person, document: AccessFacts): Refusal | null {
  const unseen = maySee(person, document)
  if (unseen) return unseen
  return document.uploaded_by === person.accountId ? null : RECEIPT_FORBIDDEN
}

/** Refuses acts on documents of the list for a document in the bin. */
export function refuseInBin({ deleted_at: deletedAt }: Pick<DocumentRow, 'deleted_at'>): Refusal | null {
  return deletedAt === null ? null : IN_THE_BIN
}

/** Refuses acts on documents of the bin for a document outside it. */
export function refuseOutsideBin({ deleted_at: deletedAt }: Pick<DocumentRow, 'deleted_at'>): Refusal | null {
  return deletedAt === null ? NOT_IN_THE_BIN : null
}

/** Refuses a document with another version than the caller's. Undefined allows any version: the last write wins. */
export function refuseOtherVersion(
  { version }: Pick<DocumentRow, 'version'>,
  versions: readonly string[] | undefined,
): Refusal | null {
  if (versions === undefined || versions.includes(String(version))) return null
  return CHANGED_MEANWHILE
}
