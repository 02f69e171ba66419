import type { Session } from '@portal/contract/sign-in/sign-in.ts'

/** Why there is nothing to see, for who has not been given a county; what they upload is theirs alone until then. */
export const NO_COUNTY =
  'Your account has no county yet, so you see only what you upload yourself. Please contact the helpdesk.'

/** Whether somebody who does not see all counties belongs to none. */
export function hasNoCounty({ isAdmin, counties }: Pick<Session, 'isAdmin' | 'counties'>): boolean {
  return !isAdmin && counties.length === 0
}
