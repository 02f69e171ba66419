import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** `name` is empty where its person has not said what they are called. */
export type OwnAccountRow = { name: string; passwordChangedAt: Date | null }

/** What people see of the account that they are signed in to. */
export async function readOwnAccount(db: Kysely<DB>, accountId: number): Promise<OwnAccountRow> {
  return db
    .selectFrom('account')
    .leftJoin('credential', 'credential.account_id', 'account.id')
    .select(['account.full_name as name', 'credential.changed_at as passwordChangedAt'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Names the person of an account; returns what they were called before. */
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

/** Stores when somebody last signed in. */
export async function recordSignIn(
  transaction: Transaction<DB>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<void> {
  await transaction.updateTable('account').set({ signed_in_at: now }).where('id', '=', accountId).execute()
}
