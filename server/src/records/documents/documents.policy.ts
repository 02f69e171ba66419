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

/** What decides who may do what with a document. */
type AccessFacts = Pick<DocumentRow, 'county_id' | 'uploaded_by'>

/** Whether it is refused as what does not exist, because it is not to be seen. */
export function isUnseen(refusal: Refusal | null): boolean {
  return refusal?.code === FILE_NOT_FOUND.code
}

/**
 * An administrator sees all documents, a county user those of their counties, anybody else their own without one: in the
 * bin too, though the bin lists, and gives out the bytes, to those only who may restore.
 */
function maySee(person: Person, document: AccessFacts): Refusal | null {
  return isSeen(person, document) ? null : FILE_NOT_FOUND
}

function isSeen(person: Person, { county_id: countyId, uploaded_by: uploadedBy }: AccessFacts): boolean {
  const scope = countyScope(person)
  if (scope.kind === 'all') return true
  if (scope.kind === 'counties') return countyId !== null && scope.countyIds.includes(countyId)
  return countyId === null && uploadedBy === scope.accountId
}

/** Only who holds the right, and in their counties. */
export function mayEdit(person: Person, document: AccessFacts): Refusal | null {
  return maySee(person, document) ?? (person.rights.has('documents.edit') ? null : EDITORS_ONLY)
}

/** Who sends a document names its owner only where they could link it afterwards. */
export function mayNameOwner(person: Pick<Person, 'rights'>): Refusal | null {
  return person.rights.has('documents.edit') ? null : OWNER_NOT_YOURS_TO_NAME
}

/** An administrator deletes any document, everybody else but readers those that they uploaded and still see. */
export function mayDelete(person: Person, document: AccessFacts): Refusal | null {
  return mayManage(person, document, DELETE_FORBIDDEN)
}

export function mayRestore(person: Person, document: AccessFacts): Refusal | null {
  return mayManage(person, document, RESTORE_FORBIDDEN)
}

/** Whoever may restore a document may also delete it for good. */
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

/** A receipt is for whoever uploaded the document, and sees it. */
export function mayHaveReceipt(person: Person, document: AccessFacts): Refusal | null {
  const unseen = maySee(person, document)
  if (unseen) return unseen
  return document.uploaded_by === person.accountId ? null : RECEIPT_FORBIDDEN
}

/** For what is done to documents of the list. */
export function refuseInBin({ deleted_at: deletedAt }: Pick<DocumentRow, 'deleted_at'>): Refusal | null {
  return deletedAt === null ? null : IN_THE_BIN
}

/** For what is done to documents of the bin. */
export function refuseOutsideBin({ deleted_at: deletedAt }: Pick<DocumentRow, 'deleted_at'>): Refusal | null {
  return deletedAt === null ? NOT_IN_THE_BIN : null
}

/** For what was decided on one of these versions; undefined is any of them: the last write wins. */
export function refuseOtherVersion(
  { version }: Pick<DocumentRow, 'version'>,
  versions: readonly string[] | undefined,
): Refusal | null {
  if (versions === undefined || versions.includes(String(version))) return null
  return CHANGED_MEANWHILE
}
