import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import type { Person } from '../../records/access/actor.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import { maySee, refuseInBin } from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { READABLE_STATES } from '../../records/stored-files/scan/require-checked.ts'
import type { ScanState } from '../../records/stored-files/scan/scan.repository.ts'

type Facts = Pick<DocumentRow, 'county_id' | 'uploaded_by' | 'deleted_at'>

/** Why an archive leaves a document out; null if it has it. `scan` is undefined if the bytes are unknown (R21.6). */
export function leaveOut(person: Person, document: Facts, scan: ScanState | undefined): Refusal | null {
  return maySee(person, document) ?? refuseInBin(document) ?? refuseUnchecked(scan)
}

function refuseUnchecked(scan: ScanState | undefined): Refusal | null {
  if (scan === 'infected') return INFECTED
  return scan !== undefined && READABLE_STATES.includes(scan) ? null : STILL_BEING_CHECKED
}
