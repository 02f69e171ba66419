import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { lockAccountById } from '../base/account-locks.repository.ts'
import { renewHalfSessions } from '../../sessions/half-session.repository.ts'

type Renewal = { accountId: number; from: string; to: string }

/**
 * Stores another hash of the same password, unless the password has changed since. This is not a password change: its
 * time stays, and sign-ins that wait for their code continue.
 */
export async function renewPasswordHash(
  transaction: Transaction<DB>,
  { accountId, from, to }: Renewal,
): Promise<void> {
  // Lock the account first, like every other writer: a different order could deadlock.
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
