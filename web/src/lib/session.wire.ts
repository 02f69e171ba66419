import type { Session } from '@portal/contract/auth.ts'
import { fieldsOf } from './wire.ts'

/** Who is signed in. The specification's session has no name of the county, and no county at all for administrators. */
export function readSession(answer: Session | null): Session | null {
  if (answer === null) return null
  const { username, isAdmin, countyID, countyName } = fieldsOf(answer)
  return {
    username: username ?? '',
    isAdmin: Boolean(isAdmin),
    countyID: countyID ?? null,
    countyName: countyName || null,
  }
}
