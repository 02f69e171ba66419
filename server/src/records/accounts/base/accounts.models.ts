import type { Role } from '@portal/contract/access/roles.ts'
import type { AccountRow } from './accounts.repository.ts'

/** An account as `user add` prints it. */
export type AccountRecord = {
  userID: number
  email: string
  role: Role
  isAdmin: boolean
  countyID: number | null
}

/** An account as `user set` and `user list` print it. */
export type FullAccountRecord = AccountRecord & {
  countyName: string | null
  counties: { CountyID: number; Name: string }[]
  isDisabled: boolean
}

export function toFullAccountRecord(account: AccountRow): FullAccountRecord {
  return {
    userID: account.id,
    email: account.email,
    role: account.role,
    isAdmin: account.role === 'administrator',
    countyID: account.countyId,
    countyName: account.countyName,
    counties: account.counties.map(({ id, name }) => ({ CountyID: id, Name: name })),
    isDisabled: account.isDisabled,
  }
}
