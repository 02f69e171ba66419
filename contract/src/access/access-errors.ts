import { PROOF_REQUIRED, SECOND_FACTOR_NEEDED, SIGN_IN_FIRST } from '../common-errors.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ErrorCase } from '../error.ts'
import { ADMINISTRATORS_ONLY, EDITORS_ONLY, MANAGERS_ONLY, READS_ONLY } from './rights-errors.ts'
import type { Right } from './rights.ts'

/** The error for a caller without this right. */
export function refusalWithout(right: Right): ErrorCase {
  if (right === 'documents.add') return READS_ONLY
  if (right === 'documents.edit') return EDITORS_ONLY
  return right === 'people.manage' || right === 'audit.read' ? MANAGERS_ONLY : ADMINISTRATORS_ONLY
}

/** The errors of a call for callers who may not make it. */
export function accessErrors({
  access,
  needsProof,
  beforeSecondFactor,
}: Pick<Endpoint, 'access' | 'needsProof' | 'beforeSecondFactor'>): ErrorCase[] {
  if (access === 'public') return []
  return [
    SIGN_IN_FIRST,
    ...(beforeSecondFactor === 'to give' ? [] : [SECOND_FACTOR_NEEDED]),
    ...(access === 'session' ? [] : [refusalWithout(access)]),
    ...(needsProof ? [PROOF_REQUIRED] : []),
  ]
}
