import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../access/actor.ts'
import { accessOf } from '../access/rights.ts'
import { findAccountById } from './base/accounts.repository.ts'

/** A person with their current access, for work without a session; null if the account is disabled or deleted. */
export async function findPerson(db: Kysely<DB>, accountId: number): Promise<Person | null> {
  const account = await findAccountById(db, accountId)
  if (!account || account.isDisabled) return null
  const { email, role, counties } = account
  const access = accessOf({ role, countyIds: counties.map(({ id }) => id) })
  return { accountId, email, role, ...access, ownCounty: null }
}
