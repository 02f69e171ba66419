import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** The identity that a sign-in was begun by, and the issuer's word for it, which asks it to end the sign-in there, too. */
export type SignedInIdentity = { readonly id: number; readonly idToken: string }

/** Notes by which identity the session of that token was begun. */
export async function noteIdentityOfSession(
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

/** The issuer that the session of that token was begun at; undefined for one that was begun here. */
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
