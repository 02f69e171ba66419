import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Subject } from './identity.repository.ts'

type Waiting = Subject & { browserHash: Buffer; accountId: number; expiresAt: Date }

/**
 * Stores the identity that a browser may join to this account once the person proves that it is theirs. It replaces an
 * earlier pending identity of that browser.
 */
export async function storeIdentityToJoin(db: Kysely<DB>, waiting: Waiting): Promise<void> {
  const kept = {
    account_id: waiting.accountId,
    issuer: waiting.issuer,
    subject: waiting.subject,
    expires_at: waiting.expiresAt,
  }
  await db
    .insertInto('identity_to_join')
    .values({ browser_hash: waiting.browserHash, ...kept })
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(kept))
    .execute()
}

type WaitingKey = { browserHash: Buffer; accountId: number; now: Date }

/** Returns the issuer of the identity pending in that browser for that account, or undefined. */
export async function readIssuerToJoin(
  db: Kysely<DB>,
  { browserHash, accountId, now }: WaitingKey,
): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('identity_to_join')
    .select('issuer')
    .where('browser_hash', '=', browserHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return waiting?.issuer
}

/** Removes and returns the identity pending in that browser for that account, or undefined. */
export async function takeIdentityToJoin(
  transaction: Transaction<DB>,
  { browserHash, accountId, now }: WaitingKey,
): Promise<Subject | undefined> {
  return transaction
    .deleteFrom('identity_to_join')
    .where('browser_hash', '=', browserHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject'])
    .executeTakeFirst()
}

export async function deleteIdentitiesToJoinExpiredBy(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('identity_to_join').where('expires_at', '<=', moment).execute()
}
