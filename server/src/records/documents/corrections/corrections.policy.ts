import { CORRECT_FORBIDDEN } from '@portal/contract/corrections/corrections.ts'
import { fillError } from '@portal/contract/error.ts'
import {
  CORRECTED_IN_BIN,
  CORRECTED_IS_NEWER,
  CORRECTED_OF_OTHER_COUNTY,
  CORRECTED_UNKNOWN,
} from '@portal/contract/files/correction-errors.ts'
import type { Person } from '../../access/actor.ts'
import type { Refusal } from '../../access/refusal.ts'
import { maySee, type Viewer } from '../documents.policy.ts'
import type { DocumentRow } from '../documents.repository.ts'

type Place = Pick<DocumentRow, 'county_id' | 'uploaded_by'>

/** Whether a person who sees a document may say what it corrects: its uploader, and people who may edit documents. */
export function mayCorrect(person: Person, document: Place): Refusal | null {
  if (person.rights.has('documents.edit')) return null
  const isOwn = document.uploaded_by === person.accountId && person.rights.has('documents.add')
  return isOwn ? null : CORRECT_FORBIDDEN
}

/**
 * Why a new document of that county and uploader can't correct an older document. One that the person may not see is
 * refused like one that does not exist. Documents of a chain have the same viewers: the people of one county, or, without
 * a county, one uploader.
 */
export function refuseCorrecting(
  person: Viewer,
  older: DocumentRow | undefined,
  newer: Place,
): Refusal | null {
  if (older === undefined || maySee(person, older) !== null) return CORRECTED_UNKNOWN
  if (older.deleted_at !== null) return fillError(CORRECTED_IN_BIN, { fileId: older.id })
  if (older.county_id !== newer.county_id) return CORRECTED_OF_OTHER_COUNTY
  if (older.county_id === null && older.uploaded_by !== newer.uploaded_by) return CORRECTED_OF_OTHER_COUNTY
  return null
}

/** A document corrects only older ones, so that no chain has a circle. */
export function refuseNewer(newer: Pick<DocumentRow, 'id'>, older: number): Refusal | null {
  return older < newer.id ? null : CORRECTED_IS_NEWER
}
