import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Database } from '../../engines/database/open-database.ts'
import { UNKNOWN_NETWORK } from '../../engines/http/network.ts'

/** The facts about an address that a sign-in needs. */
export type SignInFacts = {
  account: {
    id: number
    isConfirmed: boolean
    isDisabled: boolean
    passwordHash: string | null
    isPasswordProven: boolean
    /** Whether its address was confirmed from this network or by this browser. */
    isConfirmedHere: boolean
    hasSecondFactor: boolean
  } | null
  /** Whether the account has signed in from this network since `knownSince`. */
  isKnownNetwork: boolean
  /** Hashes of pending registrations, newest first. Those for an address with an account can never be confirmed. */
  pendingHashes: string[]
}

type FactsRow = {
  account_id: number | null
  confirmed_at: Date | null
  disabled_at: Date | null
  password_hash: string | null
  is_proven: boolean
  is_confirmed_here: boolean
  has_second_factor: boolean
  is_known: boolean
  pending: string[]
}

/** Pending registrations of one address that are checked. They share a salt, so together they cost one hash. */
const MAX_PENDING = 50

const FIND_FACTS = `
  SELECT account.id AS account_id, account.confirmed_at, account.disabled_at, credential.password_hash,
    NOT credential.needs_proof AS is_proven,
    EXISTS (
      SELECT FROM confirmed_from
      WHERE confirmed_from.account_id = account.id AND confirmed_at > $3
        AND (browser_hash = $5 OR (network = $2 AND network <> '${UNKNOWN_NETWORK}'))
    ) AS is_confirmed_here,
    EXISTS (
      SELECT FROM second_factor
      WHERE second_factor.account_id = account.id AND second_factor.confirmed_at IS NOT NULL
    ) AS has_second_factor,
    EXISTS (
      SELECT FROM known_network
      WHERE known_network.account_id = account.id AND last_signed_in_at > $3
        AND network = $2 AND network <> '${UNKNOWN_NETWORK}'
    ) AS is_known,
    ARRAY (
      SELECT password_hash FROM registration
      WHERE registration.email = asked.email AND ended_at IS NULL AND requested_at > $4
      ORDER BY requested_at DESC LIMIT ${MAX_PENDING}
    ) AS pending
  FROM (VALUES ($1::text)) AS asked (email)
  LEFT JOIN account ON account.email = asked.email
  LEFT JOIN credential ON credential.account_id = account.id`

type SignInLookup = {
  email: string
  network: string
  browserHash: Buffer | null
  /** Networks and places count only after this moment. */
  knownSince: Date
  /** Registrations are pending only after this moment. */
  pendingSince: Date
}

/**
 * Runs one query for every outcome, so that timing reveals nothing. Uses the bare driver, because planning takes
 * longest.
 */
export async function findSignInFacts(
  { pool, prepareNamed }: Pick<Database, 'pool' | 'prepareNamed'>,
  { email, network, browserHash, knownSince, pendingSince }: SignInLookup,
): Promise<SignInFacts> {
  const { rows } = await pool.query<FactsRow>({
    ...(prepareNamed ? { name: 'find-sign-in-facts' } : {}),
    text: FIND_FACTS,
    values: [email, network, knownSince, pendingSince, browserHash],
  })
  const [row] = rows
  if (!row) throw new Error('A query that always returns a row returned none.')
  return {
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            isConfirmed: row.confirmed_at !== null,
            isDisabled: row.disabled_at !== null,
            passwordHash: row.password_hash,
            isPasswordProven: row.is_proven,
            isConfirmedHere: row.is_confirmed_here,
            hasSecondFactor: row.has_second_factor,
          },
    isKnownNetwork: row.is_known,
    pendingHashes: row.pending,
  }
}

type Admission = { accountId: number; passwordHash: string; network: string; now: Date }

/**
 * Remembers the network if the account may still sign in with this hash; else returns false. Locks the account until
 * the transaction ends. Another transaction that disables it or changes its password waits, and then also ends the
 * session started here. Concurrent sign-ins take turns from here on, because both update the account later.
 */
export async function admit(
  transaction: Transaction<DB>,
  { accountId, passwordHash, network, now }: Admission,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO known_network (account_id, network, last_signed_in_at)
    SELECT account.id, ${network}, ${now}
    FROM account JOIN credential ON credential.account_id = account.id
    WHERE account.id = ${accountId} AND account.disabled_at IS NULL AND credential.password_hash = ${passwordHash}
    FOR NO KEY UPDATE OF account FOR SHARE OF credential
    ON CONFLICT (account_id, network) DO UPDATE SET last_signed_in_at = excluded.last_signed_in_at
    RETURNING account_id`.execute(transaction)
  return rows.length > 0
}
