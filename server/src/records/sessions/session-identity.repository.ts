import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The identity that started a sign-in, and the issuer's ID token, which requests sign-out at the issuer too. */
export type SignedInIdentity = { readonly id: number; readonly idToken: string }

/** Records the identity that started the session of that token. */
export async function recordSessionIdentity(
  transaction: Transaction<DB>,
  { tokenHash, identity }: { tokenHash: Buffer; identity: SignedInIdentity },
): Promise<void> {
  await transaction
    .insertInto('session_identity')
    .columns(['session_id', 'identity_id', 'id_token'])
    .expression((from) =>
      from
        .selectFrom('session')
        .select((row) => [
          'session.id',
          row.val(identity.id).as('identity_id'),
          row.val(identity.idToken).as('id_token'),
        ])
        .where('session.token_hash', '=', tokenHash),
    )
    .execute()
}

/** The issuer that started the session of that token; undefined if the session started at the portal. */
export async function findIssuerOfSession(
  db: Kysely<DB>,
  tokenHash: Buffer,
): Promise<{ issuer: string; idToken: string } | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('session_identity', 'session_identity.session_id', 'session.id')
    .innerJoin('identity', 'identity.id', 'session_identity.identity_id')
    .select(['identity.issuer', 'session_identity.id_token as idToken'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/**
 * Ends every session that an identity started, except the caller's own. In that session, the issuer's statement no
 * longer counts as a second factor or as a proof of identity. A later proof at the portal stays, unless it relied on
 * the issuer's second factor.
 */
export async function endSessionsOfIdentity(
  transaction: Transaction<DB>,
  { identityId, ownSessionId }: { identityId: number; ownSessionId: number },
): Promise<void> {
  await sql`
    DELETE FROM session USING session_identity
    WHERE session_identity.session_id = session.id AND session_identity.identity_id = ${identityId}
      AND session.id <> ${ownSessionId}`.execute(transaction)
  await sql`
    UPDATE session SET second_factor = NULL, proven_at = NULL FROM session_identity
    WHERE session_identity.session_id = session.id AND session_identity.identity_id = ${identityId}
      AND (session.second_factor = 'issuer'
        OR session.second_factor IS NULL AND session.proven_at <= session.created_at)`.execute(transaction)
}
