import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { accessOf } from '../access/rights.ts'
import { findAccount, findAccounts, type AccountRow } from '../accounts/accounts.repository.ts'

/** Whose documents those are that come in by another door than the calls. */
export type Submitter = {
  readonly accountId: number
  readonly email: string
  readonly counties: readonly { readonly id: number; readonly name: string }[]
  readonly seesAllCounties: boolean
}

/** The person of an address who may upload; null where there is none, they are disabled, or have not the right. */
export async function findSubmitter(db: Kysely<DB>, email: string): Promise<Submitter | null> {
  return bringerOf(await findAccount(db, email))
}

/** The same of many at once, by their addresses: who asks for hundreds must not ask hundreds of times. */
export async function findSubmitters(
  db: Kysely<DB>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Submitter>> {
  if (emails.length === 0) return new Map()
  const found = (await findAccounts(db, emails)).map(bringerOf)
  return new Map(found.flatMap((bringer) => (bringer ? [[bringer.email, bringer] as const] : [])))
}

function bringerOf(account: AccountRow | undefined): Submitter | null {
  if (!account || account.isDisabled) return null
  const countyIds = account.counties.map(({ id }) => id)
  const { rights, counties } = accessOf({ role: account.role, countyIds })
  if (!rights.has('documents.add')) return null
  return {
    accountId: account.id,
    email: account.email,
    counties: account.counties,
    seesAllCounties: counties === 'all',
  }
}

/** Whether this person may bring documents of that county. */
export function maySubmitFor({ counties, seesAllCounties }: Submitter, countyId: number): boolean {
  return seesAllCounties || counties.some(({ id }) => id === countyId)
}
