import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Subject } from './identity.repository.ts'

type Waiting = Subject & { browserHash: Buffer; accountId: number; expiresAt: Date }

/** Keeps what waits in a browser for the proof of that account, in place of what waited there before. */
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

/** The issuer of what waits in that browser for that account; undefined where nothing does. */
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

/** Takes what waits in that browser for that account, once; undefined where nothing does. */
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
