import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type OwnIdentityRow = { id: number; issuer: string; joinedAt: Date; lastUsedAt: Date }

function selectOwn(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('identity')
    .select(['id', 'issuer', 'created_at as joinedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** The identities of an account, the newest first. */
export async function readOwnIdentities(db: Kysely<DB>, accountId: number): Promise<OwnIdentityRow[]> {
  return selectOwn(db, accountId).execute()
}

/** Whether its person can sign in without any issuer: by a password or a passkey. */
export async function hasOwnWayIn(transaction: Transaction<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM credential WHERE account_id = ${accountId})
      OR EXISTS (SELECT FROM passkey WHERE account_id = ${accountId}) AS has`.execute(transaction)
  return rows[0]?.has === true
}

export async function deleteIdentity(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('identity').where('id', '=', id).execute()
}
