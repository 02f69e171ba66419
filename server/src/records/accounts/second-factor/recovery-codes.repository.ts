import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Replaces all recovery codes of the account. */
export async function replaceRecoveryCodes(
  transaction: Transaction<DB>,
  { accountId, hashes }: { accountId: number; hashes: readonly Buffer[] },
): Promise<void> {
  await transaction.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await transaction
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute()
}

/** Consumes a code; false if the account does not have it or it was used before. */
export async function spendRecoveryCode(
  transaction: Transaction<DB>,
  { accountId, hash, now }: { accountId: number; hash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodesLeft(db: Kysely<DB>, accountId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
