import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { SatisfiedFactor, SessionCutoffs } from './session.repository.ts'

/** As many as anybody looks through; a script that signs in all the time has more. */
const MOST = 100

export type OwnSessionRow = {
  id: number
  begunAt: Date
  lastSeenAt: Date
  address: string
  userAgent: string | null
}

/** The living sessions of an account, the last seen first. */
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

/** A session, and whose it has to be. */
export type OwnSessionKey = { id: number; accountId: number }

/** Ends a session of that account; false where it has none of that id. */
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

/** Ends every session of that account but this one; returns how many there were. */
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

/** Gives a session another token, and notes that its person has just proved who they are; false where it has ended. */
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

/** Notes that the person of a session has just proved by that who they are; false where it has ended. */
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

/** Whether its account signs in by a code and none was given in that session, nor asked for by an issuer in its place. */
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

/** Notes that a second factor was set up, and so given, in that session. */
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

/** An issuer's word is worth more than what the account has of its own: nothing takes its place. */
function firstGiven(given: SatisfiedFactor) {
  return sql<string>`coalesce(second_factor, ${given})`
}
