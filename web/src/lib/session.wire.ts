import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { fieldsOf } from './wire.ts'

/**
 * Who is signed in. The specification's session has no name of the county, no county at all for administrators, and
 * neither counties nor rights: there administrators may do everything, and others work for one county.
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
