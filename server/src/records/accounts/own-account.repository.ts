import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** `name` is empty if the person has not entered one. */
export type OwnAccountRow = { name: string; passwordChangedAt: Date | null }

/** Returns what people see of their own account. */
export async function readOwnAccount(db: Kysely<DB>, accountId: number): Promise<OwnAccountRow> {
  return db
    .selectFrom('account')
    .leftJoin('credential', 'credential.account_id', 'account.id')
    .select(['account.full_name as name', 'credential.changed_at as passwordChangedAt'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Sets a person's name and returns the previous one. */
export async function setName(
  transaction: Transaction<DB>,
  { accountId, name }: { accountId: number; name: string },
): Promise<string> {
  const before = await transaction
    .selectFrom('account')
    .select('full_name as name')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await transaction.updateTable('account').set({ full_name: name }).where('id', '=', accountId).execute()
  return before.name
}

/** Stores when the account last signed in. */
export async function recordSignIn(
  transaction: Transaction<DB>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<void> {
  await transaction.updateTable('account').set({ signed_in_at: now }).where('id', '=', accountId).execute()
}
