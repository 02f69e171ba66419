import type { Role } from '@portal/contract/access/roles.ts'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Issuer } from '../../engines/config/issuers.ts'
import type { Database } from '../../engines/database/open-database.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../access/actor.ts'
import { accessOf } from '../access/rights.ts'

/**
 * The factor used in a session besides the password. 'issuer' means that the issuer required one instead of the portal.
 */
export type SatisfiedFactor = 'code' | 'passkey' | 'issuer'

/** What a person must do first if their role requires a second factor; null for nothing. */
export type FactorNeeded = 'to set up' | 'to give' | null

export type ActiveSession = {
  person: Person
  id: number
  begunAt: Date
  lastSeenAt: Date
  provenAt: Date | null
  factorNeeded: FactorNeeded
}
type SessionRow = {
  session_id: number
  begun_at: Date
  last_seen_at: Date
  proven_at: Date | null
  id: number
  email: string
  role: Role
  county_ids: number[]
  county_id: number | null
  county_name: string | null
  factor_needed: FactorNeeded
}

const findSessionBy = (key: 'token_hash' | 'id') => `
  SELECT session.id AS session_id, session.created_at AS begun_at, session.last_seen_at, session.proven_at, account.id, account.email, account.role,
    ARRAY (SELECT county_id FROM membership WHERE account_id = account.id ORDER BY county_id) AS county_ids,
    account.county_id, county.name AS county_name,
    CASE
      WHEN account.role <> ALL ($4::text[]) OR session.second_factor = 'issuer' THEN NULL
      WHEN NOT EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id)
        AND NOT EXISTS (SELECT FROM second_factor AS s WHERE s.account_id = account.id AND s.confirmed_at IS NOT NULL)
        THEN 'to set up'
      WHEN session.second_factor IS NULL THEN 'to give'
    END AS factor_needed
  FROM session
  JOIN account ON account.id = session.account_id
  LEFT JOIN county ON county.id = account.county_id
  LEFT JOIN session_identity ON session_identity.session_id = session.id
  LEFT JOIN identity ON identity.id = session_identity.identity_id
  WHERE session.${key} = $1 AND session.last_seen_at > $2 AND session.created_at > $3
    AND account.disabled_at IS NULL AND account.confirmed_at IS NOT NULL
    AND (identity.id IS NULL
      OR identity.issuer = ANY (CASE session.second_factor WHEN 'issuer' THEN $6::text[] ELSE $5::text[] END))`

const FIND_BY_TOKEN = findSessionBy('token_hash')
const FIND_BY_ID = findSessionBy('id')

/** Sessions last seen and started after these times are alive. */
export type SessionCutoffs = { lastSeen: Date; begun: Date }

/** The conditions under which a session is alive. */
export type SessionRules = {
  after: SessionCutoffs
  /** Roles that must sign in with a second factor. */
  factorRequired: ReadonlySet<Role>
  /**
   * The issuers in the settings. A session is over if it started at another, or relied on a statement that no longer
   * counts.
   */
  issuers: readonly Pick<Issuer, 'issuer' | 'countsAsSecondFactor'>[]
}

/**
 * The session and its current account, with its current role, county and second factor. Runs as one query on the bare
 * driver, because every call passes here.
 */
export async function findActiveSession(
  { pool, prepareNamed }: Pick<Database, 'pool' | 'prepareNamed'>,
  { tokenHash, ...rules }: SessionRules & { tokenHash: Buffer },
): Promise<ActiveSession | null> {
  const { rows } = await pool.query<SessionRow>({
    ...(prepareNamed ? { name: 'find-living-session' } : {}),
    text: FIND_BY_TOKEN,
    values: [tokenHash, ...valuesOf(rules)],
  })
  return rows[0] ? toActiveSession(rows[0]) : null
}

/** The same for an already admitted session, as seen in a transaction. */
export async function findActiveSessionById(
  db: Kysely<DB>,
  { id, ...rules }: SessionRules & { id: number },
): Promise<ActiveSession | null> {
  const { rows } = await db.executeQuery<SessionRow>(CompiledQuery.raw(FIND_BY_ID, [id, ...valuesOf(rules)]))
  return rows[0] ? toActiveSession(rows[0]) : null
}

function valuesOf({ after, factorRequired, issuers }: SessionRules): unknown[] {
  const counting = issuers.filter(({ countsAsSecondFactor }) => countsAsSecondFactor)
  const [all, those] = [issuers, counting].map((some) => some.map(({ issuer }) => issuer))
  return [after.lastSeen, after.begun, [...factorRequired], all, those]
}

function toActiveSession(row: SessionRow): ActiveSession {
  return {
    id: row.session_id,
    begunAt: row.begun_at,
    lastSeenAt: row.last_seen_at,
    provenAt: row.proven_at,
    factorNeeded: row.factor_needed,
    person: {
      accountId: row.id,
      email: row.email,
      role: row.role,
      ...accessOf({ role: row.role, countyIds: row.county_ids }),
      ownCounty: row.county_id === null ? null : { id: row.county_id, name: row.county_name ?? '' },
    },
  }
}

export type NewSession = {
  tokenHash: Buffer
  accountId: number
  address: string
  userAgent: string | null
  /** The factor used besides a password, or instead of it; null if none was. */
  satisfiedFactor: SatisfiedFactor | null
  /**
   * When the person proved their identity, which may be earlier if an issuer did it; null if the issuer did not say
   * when.
   */
  provenAt: Date | null
  now: Date
}

/** Stores a new session. */
export async function insertSession(transaction: Transaction<DB>, session: NewSession): Promise<void> {
  await transaction
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.now,
      last_seen_at: session.now,
      proven_at: session.provenAt,
      address: session.address,
      user_agent: session.userAgent,
      second_factor: session.satisfiedFactor,
    })
    .execute()
}

/** Moves a session's last use forward, never back. */
export async function touchSession(db: Kysely<DB>, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '<', now)
    .execute()
}

/** The same for an already admitted session. A session that has ended stays ended. */
export async function touchSessionById(db: Kysely<DB>, id: number, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('last_seen_at', '<', now)
    .execute()
}

type SessionProof = { id: number; accountId: number; passwordHash: string; now: Date }

/**
 * Records in a live session of the account, and in no other, that its password was given; false if the password has
 * changed.
 */
export async function proveSession(
  transaction: Transaction<DB>,
  { id, accountId, passwordHash, now }: SessionProof,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('session')
    .from('credential')
    .set({ proven_at: now })
    .whereRef('credential.account_id', '=', 'session.account_id')
    .where('session.id', '=', id)
    .where('session.account_id', '=', accountId)
    .where('credential.password_hash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a session. Returns its owner, or null if there was none. */
export async function deleteSession(
  transaction: Transaction<DB>,
  tokenHash: Buffer,
): Promise<{ accountId: number; email: string } | null> {
  const row = await transaction
    .deleteFrom('session')
    .using('account')
    .whereRef('account.id', '=', 'session.account_id')
    .where('session.token_hash', '=', tokenHash)
    .returning(['account.id', 'account.email'])
    .executeTakeFirst()
  return row ? { accountId: row.id, email: row.email } : null
}

/** Ends every session of an account. */
export async function deleteSessionsOf(transaction: Transaction<DB>, accountId: number): Promise<void> {
  await transaction.deleteFrom('session').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredSessions(db: Kysely<DB>, after: SessionCutoffs): Promise<void> {
  await db
    .deleteFrom('session')
    .where((has) => has.or([has('last_seen_at', '<=', after.lastSeen), has('created_at', '<=', after.begun)]))
    .execute()
}
