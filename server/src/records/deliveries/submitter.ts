import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { accessOf } from '../access/rights.ts'
import { findAccount, findAccounts, type AccountRow } from '../accounts/base/accounts.repository.ts'

/** The owner of documents that arrive by a way other than the calls. */
export type Submitter = {
  readonly accountId: number
  readonly email: string
  readonly counties: readonly { readonly id: number; readonly name: string }[]
  readonly seesAllCounties: boolean
}

/** The person with an address, if they may upload; null if there is none, they are disabled, or they lack the right. */
export async function findSubmitter(db: Kysely<DB>, email: string): Promise<Submitter | null> {
  return bringerOf(await findAccount(db, email))
}

/** The same for many addresses in one query, so that hundreds do not need hundreds of queries. */
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

/** Whether this person may submit documents of that county. */
export function maySubmitFor({ counties, seesAllCounties }: Submitter, countyId: number): boolean {
  return seesAllCounties || counties.some(({ id }) => id === countyId)
}
