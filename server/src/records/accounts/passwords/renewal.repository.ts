import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { lockAccountById } from '../accounts.repository.ts'
import { renewHalfSessions } from '../../sessions/half-session.repository.ts'

type Renewal = { accountId: number; from: string; to: string }

/**
 * Keeps another hash of the same password, unless the account has another password by now. It is no change of password:
 * its moment stays, and sign-ins that wait for their code go on.
 */
export async function renewPasswordHash(
  transaction: Transaction<DB>,
  { accountId, from, to }: Renewal,
): Promise<void> {
  // The account first, as everybody does who changes it: two that wait for each other would both fail.
  await lockAccountById(transaction, accountId)
  const { numUpdatedRows } = await transaction
    .updateTable('credential')
    .set({ password_hash: to })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await renewHalfSessions(transaction, { accountId, from, to })
}
