import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { SignedInIdentity } from './session-identity.repository.ts'

/** The account whose sign-in waits for a code, and how it began: by a password, or by a single sign-on issuer. */
export type HalfSession = {
  accountId: number
  email: string
  begunBy:
    | { kind: 'password'; passwordHash: string; isPasswordProven: boolean }
    | { kind: 'identity'; identity: SignedInIdentity }
}

type NewHalfSession = { tokenHash: Buffer; accountId: number; now: Date } & (
  | { passwordHash: string; identity?: undefined }
  | { passwordHash?: undefined; identity: SignedInIdentity }
)

export async function insertHalfSession(db: Kysely<DB>, half: NewHalfSession): Promise<void> {
  const { tokenHash, accountId, passwordHash, identity, now } = half
  await db
    .insertInto('half_session')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      password_digest:
        passwordHash === undefined ? null : sql<Buffer>`sha256(convert_to(${passwordHash}, 'UTF8'))`,
      identity_id: identity?.id ?? null,
      id_token: identity?.idToken ?? null,
      created_at: now,
    })
    .execute()
}

/**
 * A half session that began after that time, if its account may sign in. It must have begun with the account's current
 * password, or with an identity that is still linked to the account.
 */
export async function findHalfSession(
  db: Kysely<DB>,
  { tokenHash, begunAfter }: { tokenHash: Buffer; begunAfter: Date },
): Promise<HalfSession | undefined> {
  const row = await db
    .selectFrom('half_session')
    .innerJoin('account', 'account.id', 'half_session.account_id')
    .leftJoin('credential', 'credential.account_id', 'account.id')
    .select([
      'account.id as accountId',
      'account.email',
      'credential.password_hash as passwordHash',
      'half_session.identity_id as identityId',
      'half_session.id_token as idToken',
      sql<boolean>`NOT credential.needs_proof`.as('isPasswordProven'),
    ])
    .where('half_session.token_hash', '=', tokenHash)
    .where('half_session.created_at', '>', begunAfter)
    .where(
      sql<boolean>`(half_session.identity_id IS NOT NULL
        OR half_session.password_digest = sha256(convert_to(credential.password_hash, 'UTF8')))`,
    )
    .where('account.disabled_at', 'is', null)
    .where('account.confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { accountId, email, passwordHash, identityId, idToken, isPasswordProven } = row
  if (identityId !== null && idToken !== null) {
    return { accountId, email, begunBy: { kind: 'identity', identity: { id: identityId, idToken } } }
  }
  if (passwordHash === null) return undefined
  return { accountId, email, begunBy: { kind: 'password', passwordHash, isPasswordProven } }
}

/** Deletes a half session; false if it has already ended. */
export async function deleteHalfSession(transaction: Transaction<DB>, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('half_session')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteHalfSessionsOf(transaction: Transaction<DB>, accountId: number): Promise<void> {
  await transaction.deleteFrom('half_session').where('account_id', '=', accountId).execute()
}

export async function deleteHalfSessionsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('half_session').where('created_at', '<=', moment).execute()
}

/** Keeps sign-ins that wait for a code valid after the hash of the same password was renewed. */
export async function renewHalfSessions(
  transaction: Transaction<DB>,
  { accountId, from, to }: { accountId: number; from: string; to: string },
): Promise<void> {
  await sql`
    UPDATE half_session SET password_digest = sha256(convert_to(${to}, 'UTF8'))
    WHERE account_id = ${accountId} AND password_digest = sha256(convert_to(${from}, 'UTF8'))`.execute(
    transaction,
  )
}
