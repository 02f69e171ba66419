import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { SatisfiedFactor, SessionCutoffs } from './session.repository.ts'

/** More than a person would look through. A script that keeps signing in has more. */
const MOST = 100

export type OwnSessionRow = {
  id: number
  begunAt: Date
  lastSeenAt: Date
  address: string
  userAgent: string | null
}

/** The live sessions of an account, most recently used first. */
export async function readOwnSessions(
  db: Kysely<DB>,
  { accountId, after }: { accountId: number; after: SessionCutoffs },
): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('session')
    .select([
      'id',
      'created_at as begunAt',
      'last_seen_at as lastSeenAt',
      'address',
      'user_agent as userAgent',
    ])
    .where('account_id', '=', accountId)
    .where('last_seen_at', '>', after.lastSeen)
    .where('created_at', '>', after.begun)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** A session, and the account that must own it. */
export type OwnSessionKey = { id: number; accountId: number }

/** Ends a session of that account; false if the account has no session with that id. */
export async function deleteOwnSession(
  transaction: Transaction<DB>,
  { id, accountId }: OwnSessionKey,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of that account except this one. Returns how many ended. */
export async function deleteOtherSessions(
  transaction: Transaction<DB>,
  { id, accountId }: OwnSessionKey,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Gives a session a new token, and records that its person has just proved their identity; false if it has ended. */
export async function replaceSessionToken(
  transaction: Transaction<DB>,
  { id, accountId, tokenHash, now }: OwnSessionKey & { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('session')
    .set({ token_hash: tokenHash, proven_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type FactorProof = OwnSessionKey & { given: SatisfiedFactor; now: Date }

/** Records that the person has just proved their identity in this session; false if it has ended. */
export async function recordProof(
  transaction: Transaction<DB>,
  { id, accountId, given, now }: FactorProof,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('session')
    .set({ proven_at: now, second_factor: firstGiven(given) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the account uses a code, but the session has neither a code nor an issuer's second factor. */
export async function lacksCode(db: Kysely<DB>, { id, accountId }: OwnSessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .innerJoin('second_factor', 'second_factor.account_id', 'session.account_id')
    .select('session.id')
    .where('session.id', '=', id)
    .where('session.account_id', '=', accountId)
    .where('session.second_factor', 'is', null)
    .where('second_factor.confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a second factor was set up, and so used, in that session. */
export async function recordFactorSetUp(
  transaction: Transaction<DB>,
  { id, accountId, given }: Omit<FactorProof, 'now'>,
): Promise<void> {
  await transaction
    .updateTable('session')
    .set({ second_factor: firstGiven(given) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/** A factor that the session already has stays. An issuer's second factor outranks the account's own. */
function firstGiven(given: SatisfiedFactor) {
  return sql<string>`coalesce(second_factor, ${given})`
}
