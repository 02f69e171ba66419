import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type OwnIdentityRow = {
  id: number
  issuer: string
  joinedAt: Date
  lastUsedAt: Date
  /** Whether the issuer's rules decide the access of the account. */
  givesAccess: boolean
}

function selectOwn(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('identity')
    .select([
      'id',
      'issuer',
      'created_at as joinedAt',
      'last_used_at as lastUsedAt',
      sql<boolean>`given_role IS NOT NULL`.as('givesAccess'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** Returns the identities of an account, newest first. */
export async function readOwnIdentities(db: Kysely<DB>, accountId: number): Promise<OwnIdentityRow[]> {
  return selectOwn(db, accountId).execute()
}

/** Whether the person can sign in without an issuer: by a password or a passkey. */
export async function hasOwnWayIn(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM credential WHERE account_id = ${accountId})
      OR EXISTS (SELECT FROM passkey WHERE account_id = ${accountId}) AS has`.execute(db)
  return rows[0]?.has === true
}

export async function deleteIdentity(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('identity').where('id', '=', id).execute()
}

/** Whether the account has no password and gets its access from an issuer's rules. */
export async function isManagedByIssuer(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ lives: boolean }>`
    SELECT EXISTS (SELECT FROM identity WHERE account_id = ${accountId} AND given_role IS NOT NULL)
      AND NOT EXISTS (SELECT FROM credential WHERE account_id = ${accountId}) AS lives`.execute(db)
  return rows[0]?.lives === true
}
