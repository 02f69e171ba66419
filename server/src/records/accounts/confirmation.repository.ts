import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Places stored for one account: its link may be opened any number of times. */
const MAX_PLACES = 20

type Place = { accountId: number; network: string; browserHash: Buffer; now: Date }

/** Stores the network and browser that opened the link, while the account's password is unproven. */
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

/**
 * Accepts the password from every place from now on, if it is still the account's. Locks the account until the
 * transaction ends.
 */
export async function provePassword(
  transaction: Transaction<DB>,
  { accountId, passwordHash }: Proof,
): Promise<void> {
  // Lock the account first, like every other writer: a different order could deadlock.
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  await transaction
    .updateTable('credential')
    .set({ needs_proof: false })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .execute()
  await transaction.deleteFrom('confirmed_from').where('account_id', '=', accountId).execute()
}

/** Returns whether the account's password came with a registration and is still unproven. */
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
