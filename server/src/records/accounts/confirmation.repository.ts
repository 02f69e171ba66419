import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Places kept of one account: who holds its link may open it as often as they like. */
const MAX_PLACES = 20

type Place = { accountId: number; network: string; browserHash: Buffer; now: Date }

/** Keeps where and by which browser the link was opened, while the account's password is not proven. */
export async function insertConfirmationDevice(
  transaction: Transaction<DB>,
  { accountId, network, browserHash, now }: Place,
): Promise<void> {
  await sql`
    INSERT INTO confirmed_from (account_id, network, browser_hash, confirmed_at)
    SELECT account_id, ${network}, ${browserHash}, ${now} FROM credential
    WHERE account_id = ${accountId} AND needs_proof
      AND (SELECT count(*) FROM confirmed_from WHERE confirmed_from.account_id = ${accountId}) < ${MAX_PLACES}
    ON CONFLICT DO NOTHING`.execute(transaction)
}

type Proof = { accountId: number; passwordHash: string }

/** From now on the password works from everywhere, if it is still the account's. Holds the account until the end. */
export async function provePassword(
  transaction: Transaction<DB>,
  { accountId, passwordHash }: Proof,
): Promise<void> {
  // The account first, as everybody does who changes it: two that wait for each other would both fail.
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  await transaction
    .updateTable('credential')
    .set({ needs_proof: false })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .execute()
  await transaction.deleteFrom('confirmed_from').where('account_id', '=', accountId).execute()
}

/** Whether the account has a password that came with a registration and that nobody has proved. */
export async function isPasswordUnproven(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('needs_proof', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePlacesBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('confirmed_from').where('confirmed_at', '<=', moment).execute()
}
