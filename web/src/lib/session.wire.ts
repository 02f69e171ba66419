import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { fieldsOf } from './wire.ts'

/**
 * Reads the current session. The specification's session has no county name, no county for administrators, and neither
 * counties nor rights. With such a session administrators have every right, and other users work for one county.
 */
export function readSession(answer: Session | null): Session | null {
  if (answer === null) return null
  const {
    username,
    isAdmin,
    countyID = null,
    countyName,
    counties,
    rights,
    secondFactor,
    sessionKey,
  } = fieldsOf(answer)
  return {
    username: username ?? '',
    sessionKey: sessionKey ?? '',
    isAdmin: Boolean(isAdmin),
    countyID,
    countyName: countyName || null,
    counties: counties ?? (countyID === null ? [] : [{ CountyID: countyID, Name: countyName ?? '' }]),
    rights: rights ?? (isAdmin ? [...RIGHTS] : ['documents.add']),
    ...(secondFactor && { secondFactor }),
  }
}
