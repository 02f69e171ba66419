import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type TokenKind = 'confirm' | 'reset' | 'first-password'

export type TokenOwner = { accountId: number } | { registrationId: number }
type NewToken = TokenOwner & { kind: TokenKind; tokenHash: Buffer; createdAt: Date; expiresAt: Date }

export async function insertToken(transaction: Transaction<DB>, token: NewToken): Promise<void> {
  await transaction
    .insertInto('token')
    .values({
      token_hash: token.tokenHash,
      kind: token.kind,
      account_id: 'accountId' in token ? token.accountId : null,
      registration_id: 'registrationId' in token ? token.registrationId : null,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

export type TokenLookup = { tokenHash: Buffer; email: string; kinds: readonly TokenKind[]; now: Date }
export type FoundToken = { registrationId: number | null; isUsed: boolean }

/** A used confirmation link succeeds again; a used password link does not. */
const IS_GOOD = sql<boolean>`(token.kind = 'confirm' OR token.used_at IS NULL)`

/**
 * Returns the state of a password link and whether it would set the first password; undefined if no such link is
 * stored. Invited people may request a reset before they have a password.
 */
export async function findPasswordLink(
  db: Kysely<DB>,
  { tokenHash, email, now }: Omit<TokenLookup, 'kinds'>,
): Promise<{ isFirst: boolean; isOver: boolean } | undefined> {
  return db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select([
      sql<boolean>`NOT EXISTS (SELECT FROM credential WHERE credential.account_id = account.id)`.as(
        'isFirst',
      ),
      sql<boolean>`token.used_at IS NOT NULL OR token.expires_at <= ${now}`.as('isOver'),
    ])
    .where('token.token_hash', '=', tokenHash)
    .where('token.kind', 'in', ['reset', 'first-password'])
    .where('account.email', '=', email)
    .executeTakeFirst()
}

/** Returns the valid token of that address. */
export async function findToken(
  db: Kysely<DB>,
  { tokenHash, email, kinds, now }: TokenLookup,
): Promise<FoundToken | undefined> {
  return db
    .selectFrom('token')
    .leftJoin('account', 'account.id', 'token.account_id')
    .leftJoin('registration', 'registration.id', 'token.registration_id')
    .select(['token.registration_id as registrationId', sql<boolean>`token.used_at IS NOT NULL`.as('isUsed')])
    .where('token.token_hash', '=', tokenHash)
    .where('token.kind', 'in', kinds)
    .where('token.expires_at', '>', now)
    .where(IS_GOOD)
    .where(sql<string>`coalesce(account.email, registration.email)`, '=', email)
    .executeTakeFirst()
}

/** Marks every link of this registration as used. Each succeeds again until it expires. */
export async function useConfirmTokens(
  transaction: Transaction<DB>,
  registrationId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('token')
    .set({ used_at: now })
    .where('registration_id', '=', registrationId)
    .where('kind', '=', 'confirm')
    .execute()
}

function tokensOf(email: string) {
  return sql`(
    account_id IN (SELECT id FROM account WHERE account.email = ${email})
    OR registration_id IN (SELECT id FROM registration WHERE registration.email = ${email})
  )`
}

type AskedReset = { email: string; askedAt: Date }

/**
 * Whether a later reset link was requested, or a link has set the password since: then this request is obsolete. A
 * password that was changed in a session or came with a registration does not count, because the reader of the mail did
 * not set it.
 */
export async function isResetOutOfDate(db: Kysely<DB>, { email, askedAt }: AskedReset): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM token WHERE kind = 'reset' AND created_at > ${askedAt} AND ${tokensOf(email)}
    UNION ALL
    SELECT FROM audit_record AS act JOIN account ON act.subject_id = account.id::text
    WHERE account.email = ${email} AND act.subject_kind = 'account' AND act.action = 'password.set' AND act.at > ${askedAt}
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Ends earlier reset links; false if this request is out of date. */
export async function supersedeResets(
  transaction: Transaction<DB>,
  { email, askedAt }: AskedReset,
): Promise<boolean> {
  if (await isResetOutOfDate(transaction, { email, askedAt })) return false
  await endTokens(
    transaction,
    sql`kind = 'reset' AND created_at < ${askedAt} AND ${tokensOf(email)}`,
    askedAt,
  )
  return true
}

/** Ends every link that can set a password for this address. */
export async function endPasswordTokens(
  transaction: Transaction<DB>,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await endTokens(transaction, sql`kind IN ('reset', 'first-password') AND ${tokensOf(email)}`, now)
}

/**
 * Ends these links. Those of an account stay stored, so that their page can say that they are over. A server of the
 * previous release does not know used password links, so the expiry is set to the past: it then finds them expired,
 * whatever its clock says.
 */
async function endTokens(transaction: Transaction<DB>, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`DELETE FROM token WHERE account_id IS NULL AND ${which}`.execute(transaction)
  await sql`
    UPDATE token SET used_at = ${now}, expires_at = to_timestamp(0)
    WHERE used_at IS NULL AND account_id IS NOT NULL AND ${which}`.execute(transaction)
}

type Sweep = {
  readonly now: Date
  /** Password links of an account are kept if they were made after this moment. */
  readonly rememberedSince: Date
}

export async function deleteTokensExpiredBy(db: Kysely<DB>, { now, rememberedSince }: Sweep): Promise<void> {
  await sql`
    DELETE FROM token
    WHERE expires_at <= ${now} AND (account_id IS NULL OR created_at <= ${rememberedSince})`.execute(db)
}
