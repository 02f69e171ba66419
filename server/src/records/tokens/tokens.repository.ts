import type { Role } from '@portal/contract/access/roles.ts'
import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely'
import type { Issuer } from '../../engines/config/issuers.ts'
import type { Database } from '../../engines/database/open-database.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../access/actor.ts'

/** A token with the present access of its owner. */
export type TokenRow = {
  readonly id: number
  readonly label: string
  readonly mayWrite: boolean
  readonly countyIds: readonly number[] | null
  readonly networks: readonly string[]
  readonly expiresAt: Date
  readonly isRevoked: boolean
  readonly lastUsedAt: Date | null
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly ownerCountyIds: readonly number[]
  readonly ownCounty: Person['ownCounty']
  /** Whether a sign-in would let the owner in, by a password, a passkey or an issuer of the settings (R27.28). */
  readonly mayOwnerSignIn: boolean
}

/** The settings that decide whether the owner may sign in. */
export type SignInRules = {
  /** Roles that must sign in with a second factor. */
  readonly factorRequired: ReadonlySet<Role>
  readonly issuers: readonly Pick<Issuer, 'issuer' | 'countsAsSecondFactor'>[]
}

const findTokenBy = (key: 'secret_hash' | 'id') => `
  SELECT t.id, t.label, t.may_write AS "mayWrite", t.county_ids AS "countyIds", t.networks::text[] AS networks,
    t.expires_at AS "expiresAt", t.revoked_at IS NOT NULL AS "isRevoked", t.last_used_at AS "lastUsedAt",
    account.id AS "accountId", account.email, account.role,
    ARRAY (SELECT county_id FROM membership WHERE account_id = account.id ORDER BY county_id) AS "ownerCountyIds",
    CASE WHEN county.id IS NOT NULL THEN json_build_object('id', county.id, 'name', county.name) END AS "ownCounty",
    account.disabled_at IS NULL AND account.confirmed_at IS NOT NULL AND (
      account.has_password
      OR EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id)
      OR EXISTS (SELECT FROM identity WHERE identity.account_id = account.id AND identity.issuer = ANY ($4::text[]))
    ) AND (
      account.role <> ALL ($2::text[])
      OR EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id)
      OR EXISTS (SELECT FROM second_factor AS s WHERE s.account_id = account.id AND s.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM identity WHERE identity.account_id = account.id AND identity.issuer = ANY ($3::text[]))
    ) AS "mayOwnerSignIn"
  FROM api_token AS t JOIN account ON account.id = t.account_id LEFT JOIN county ON county.id = account.county_id
  WHERE t.${key} = $1`

const FIND_BY_SECRET = findTokenBy('secret_hash')
const FIND_BY_ID = findTokenBy('id')

/** The token of a secret and its owner; undefined for an unknown secret. One query on the bare driver, as every call passes. */
export async function findTokenBySecret(
  { pool, prepareNamed }: Pick<Database, 'pool' | 'prepareNamed'>,
  { secretHash, ...rules }: SignInRules & { readonly secretHash: Buffer },
): Promise<TokenRow | undefined> {
  const { rows } = await pool.query<TokenRow>({
    ...(prepareNamed ? { name: 'find-api-token' } : {}),
    text: FIND_BY_SECRET,
    values: [secretHash, ...valuesOf(rules)],
  })
  return rows[0]
}

/** The same for an already admitted token, as seen in a transaction. */
export async function findTokenById(
  db: Kysely<DB>,
  { id, ...rules }: SignInRules & { readonly id: number },
): Promise<TokenRow | undefined> {
  const { rows } = await db.executeQuery<TokenRow>(CompiledQuery.raw(FIND_BY_ID, [id, ...valuesOf(rules)]))
  return rows[0]
}

function valuesOf({ factorRequired, issuers }: SignInRules): unknown[] {
  const counting = issuers.filter(({ countsAsSecondFactor }) => countsAsSecondFactor)
  return [[...factorRequired], namesOf(counting), namesOf(issuers)]
}

const namesOf = (issuers: SignInRules['issuers']) => issuers.map(({ issuer }) => issuer)

/** Records a use, at most once a minute. */
export async function touchToken(
  db: Kysely<DB>,
  { id, now, before, address }: { id: number; now: Date; before: Date; address: string },
): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: now, last_used_from: address })
    .where('id', '=', id)
    .where((token) => token.or([token('last_used_at', 'is', null), token('last_used_at', '<=', before)]))
    .execute()
}

export type NewToken = {
  readonly accountId: number
  readonly label: string
  readonly ending: string
  readonly secretHash: Buffer
  readonly mayWrite: boolean
  readonly countyIds: readonly number[] | null
  /** Addresses or networks. An address inside a network stands for the network. */
  readonly networks: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a token. Returns its id. */
export async function insertToken(transaction: Transaction<DB>, token: NewToken): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO api_token (account_id, label, ending, secret_hash, may_write, county_ids, networks, created_at, expires_at)
    VALUES (${token.accountId}, ${token.label}, ${token.ending}, ${token.secretHash}, ${token.mayWrite},
      ${token.countyIds}::integer[],
      ARRAY (SELECT DISTINCT network(given::inet)::cidr FROM unnest(${token.networks}::text[]) AS given),
      ${token.createdAt}, ${token.expiresAt})
    RETURNING id`.execute(transaction)
  const [row] = rows
  if (!row) throw new Error('An API token was not stored.')
  return row.id
}

export async function countTokens(
  db: Kysely<DB>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('api_token')
    .select((token) => token.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A token as its list shows it. */
export type ListedToken = {
  readonly id: number
  readonly label: string
  readonly ending: string
  readonly mayWrite: boolean
  readonly counties: string[] | null
  readonly networks: string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly lastUsedFrom: string | null
  readonly owner: string
}

type TokensQuestion = {
  readonly now: Date
  readonly most: number
  /** The owner; undefined for the tokens of everyone. */
  readonly accountId?: number
  /** Only tokens with a smaller id. */
  readonly before?: number | undefined
}

/** Tokens that are neither revoked nor expired, newest first. */
export async function listLiveTokens(
  db: Kysely<DB>,
  { now, most, accountId, before }: TokensQuestion,
): Promise<ListedToken[]> {
  const { rows } = await sql<ListedToken>`
    SELECT t.id, t.label, t.ending, t.may_write AS "mayWrite", t.networks::text[] AS networks,
      CASE WHEN t.county_ids IS NOT NULL THEN ARRAY (
        SELECT county.name FROM county WHERE county.id = ANY (t.county_ids) ORDER BY county.name
      ) END AS counties,
      t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
      t.last_used_from AS "lastUsedFrom", account.email AS owner
    FROM api_token AS t JOIN account ON account.id = t.account_id
    WHERE t.revoked_at IS NULL AND t.expires_at > ${now}
      AND ${accountId === undefined ? sql`true` : sql`t.account_id = ${accountId}::integer`}
      AND ${before === undefined ? sql`true` : sql`t.id < ${before}::integer`}
    ORDER BY t.id DESC LIMIT ${most}`.execute(db)
  return rows
}

export type RevokedToken = { readonly label: string; readonly accountId: number; readonly email: string }

/** Revokes a token; undefined if it is unknown, revoked already, or not of that owner. */
export async function revokeTokenById(
  transaction: Transaction<DB>,
  { id, now, by, accountId }: { id: number; now: Date; by: number; accountId?: number },
): Promise<RevokedToken | undefined> {
  const { rows } = await sql<RevokedToken>`
    UPDATE api_token AS t SET revoked_at = ${now}, revoked_by = ${by}
    FROM account WHERE account.id = t.account_id AND t.id = ${id}::integer AND t.revoked_at IS NULL
      AND ${accountId === undefined ? sql`true` : sql`t.account_id = ${accountId}::integer`}
    RETURNING t.label, account.id AS "accountId", account.email`.execute(transaction)
  return rows[0]
}

/** Revokes the tokens of a person that work, oldest first. */
export async function revokeLiveTokens(
  transaction: Transaction<DB>,
  { accountId, now, by }: { accountId: number; now: Date; by: number },
): Promise<{ readonly id: number; readonly label: string }[]> {
  const revoked = await transaction
    .updateTable('api_token')
    .set({ revoked_at: now, revoked_by: by })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'label'])
    .execute()
  return revoked.toSorted((one, other) => one.id - other.id)
}
