import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export async function hasPassword(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the account's password; returns whether it had one before. */
export async function setPasswordHash(
  transaction: Transaction<DB>,
  accountId: number,
  { passwordHash, isPasswordProven, now }: { passwordHash: string; isPasswordProven: boolean; now: Date },
): Promise<boolean> {
  const changed = { password_hash: passwordHash, changed_at: now, needs_proof: !isPasswordProven }
  const { numUpdatedRows } = await transaction
    .updateTable('credential')
    .set(changed)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await transaction
    .insertInto('credential')
    .values({ account_id: accountId, ...changed })
    .execute()
  return false
}

type PasswordReplacement = { accountId: number; from: string; to: string; now: Date }

/** Replaces the account's password; false if its current hash is not `from`. */
export async function replacePasswordHash(
  transaction: Transaction<DB>,
  { accountId, from, to, now }: PasswordReplacement,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('credential')
    .set({ password_hash: to, changed_at: now, needs_proof: false })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
