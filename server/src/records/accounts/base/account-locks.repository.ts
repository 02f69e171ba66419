import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/**
 * Locks the account with this id until the transaction ends, as `lockAccount` does. Read the account after this call,
 * not before.
 */
export async function lockAccountById(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Locks the actor and the target until the transaction ends. If the target is an administrator, it locks all
 * administrators too, because one has to remain. All rows are locked in one order: two people who act on each other
 * wait, and never deadlock. Read the accounts after this call, not before.
 */
export async function lockActorAndTarget(
  transaction: Transaction<DB>,
  { by, on }: { by: number; on: number },
): Promise<void> {
  await sql`
    SELECT id FROM account
    WHERE id IN (${by}::integer, ${on}::integer) OR role = 'administrator' AND EXISTS (
      SELECT FROM account AS whom WHERE whom.id = ${on}::integer AND whom.role = 'administrator'
    )
    ORDER BY id FOR UPDATE`.execute(transaction)
}

/**
 * Returns whether this account is the only enabled administrator, so that it must keep the role. Locks the other
 * administrators until the transaction ends.
 */
export async function isLastAdministrator(
  transaction: Transaction<DB>,
  { id, role, isDisabled }: { id: number; role: Role; isDisabled: boolean },
): Promise<boolean> {
  if (role !== 'administrator' || isDisabled) return false
  const others = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  return others.length === 0
}
