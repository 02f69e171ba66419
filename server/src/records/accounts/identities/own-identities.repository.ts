import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type OwnIdentityRow = {
  id: number
  issuer: string
  joinedAt: Date
  lastUsedAt: Date
  /** Whether the rules of its issuer give its account what its person may do. */
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

/** The identities of an account, the newest first. */
export async function readOwnIdentities(db: Kysely<DB>, accountId: number): Promise<OwnIdentityRow[]> {
  return selectOwn(db, accountId).execute()
}

/** Whether its person can sign in without any issuer: by a password or a passkey. */
export async function hasOwnWayIn(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM credential WHERE account_id = ${accountId})
      OR EXISTS (SELECT FROM passkey WHERE account_id = ${accountId}) AS has`.execute(db)
  return rows[0]?.has === true
}

/**
 * Deletes it, and ends every session that was begun by it but the one that asks, for which its word counts no more: neither
 * as a second factor nor as the proof of who acts. A proof that was given here after the issuer's stays, where it did not
 * lean on the issuer's second factor.
 */
export async function deleteIdentity(
  transaction: Transaction<DB>,
  { id, ownSessionId }: { id: number; ownSessionId: number },
): Promise<void> {
  await sql`
    DELETE FROM session USING session_identity
    WHERE session_identity.session_id = session.id AND session_identity.identity_id = ${id}
      AND session.id <> ${ownSessionId}`.execute(transaction)
  await sql`
    UPDATE session SET second_factor = NULL, proven_at = NULL FROM session_identity
    WHERE session_identity.session_id = session.id AND session_identity.identity_id = ${id}
      AND (session.second_factor = 'issuer'
        OR session.second_factor IS NULL AND session.proven_at <= session.created_at)`.execute(transaction)
  await transaction.deleteFrom('identity').where('id', '=', id).execute()
}

/** Whether the account has no password, and lives by what the rules of an issuer give it. */
export async function livesByIssuer(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ lives: boolean }>`
    SELECT EXISTS (SELECT FROM identity WHERE account_id = ${accountId} AND given_role IS NOT NULL)
      AND NOT EXISTS (SELECT FROM credential WHERE account_id = ${accountId}) AS lives`.execute(db)
  return rows[0]?.lives === true
}
