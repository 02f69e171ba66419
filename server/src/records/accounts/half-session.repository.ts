import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Whose sign-in waits for its code, and the password that began it. */
export type HalfSession = {
  accountId: number
  email: string
  passwordHash: string
  isPasswordProven: boolean
}

type NewHalfSession = { tokenHash: Buffer; accountId: number; passwordHash: string; now: Date }

export async function insertHalfSession(db: Kysely<DB>, half: NewHalfSession): Promise<void> {
  await db
    .insertInto('half_session')
    .values({
      token_hash: half.tokenHash,
      account_id: half.accountId,
      password_digest: sql<Buffer>`sha256(convert_to(${half.passwordHash}, 'UTF8'))`,
      created_at: half.now,
    })
    .execute()
}

/** One that was begun after that moment, by the password that the account still has, if it may sign in at all. */
export async function findHalfSession(
  db: Kysely<DB>,
  { tokenHash, begunAfter }: { tokenHash: Buffer; begunAfter: Date },
): Promise<HalfSession | undefined> {
  return db
    .selectFrom('half_session')
    .innerJoin('account', 'account.id', 'half_session.account_id')
    .innerJoin('credential', 'credential.account_id', 'account.id')
    .select([
      'account.id as accountId',
      'account.email',
      'credential.password_hash as passwordHash',
      sql<boolean>`NOT credential.needs_proof`.as('isPasswordProven'),
    ])
    .where('half_session.token_hash', '=', tokenHash)
    .where('half_session.created_at', '>', begunAfter)
    .where(sql<boolean>`half_session.password_digest = sha256(convert_to(credential.password_hash, 'UTF8'))`)
    .where('account.disabled_at', 'is', null)
    .where('account.confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Ends one; false where it has ended. */
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
