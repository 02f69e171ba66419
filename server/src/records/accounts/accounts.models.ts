import type { AccountRow } from './accounts.repository.ts'

/** An account as `user add` prints it. */
export type AccountRecord = { userID: number; email: string; isAdmin: boolean; countyID: number | null }

/** An account as `user set` and `user list` print it. */
export type FullAccountRecord = AccountRecord & { countyName: string | null; isDisabled: boolean }

export function toFullAccountRecord(account: AccountRow): FullAccountRecord {
  return {
    userID: account.id,
    email: account.email,
    isAdmin: account.isAdmin,
    countyID: account.countyId,
    countyName: account.countyName,
    isDisabled: account.isDisabled,
  }
}
