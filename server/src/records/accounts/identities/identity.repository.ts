import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/**
 * A person at an issuer: its address and its identifier of the person (OpenID Connect Core, section 2: `iss` and
 * `sub`).
 */
export type Subject = { readonly issuer: string; readonly subject: string }

/** Access that an issuer's rules gave an account. */
export type GrantedAccess = { readonly role: Role; readonly countyIds: readonly number[] }

export type IdentityRow = {
  id: number
  accountId: number
  email: string
  /** Null if the account existed before its issuer: then the issuer's rules give it nothing. */
  given: GrantedAccess | null
}

/** Returns the id of that subject's identity, if an account has one. */
export async function findIdentityId(
  db: Kysely<DB>,
  { issuer, subject }: Subject,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.id
}

/**
 * Locks an identity whose person may sign in, and their account, until the transaction ends. Another transaction that
 * removes the identity or disables the account waits, and then also ends the session started here. Undefined if the
 * identity was removed or the person may not sign in.
 */
export async function lockUsableIdentity(
  transaction: Transaction<DB>,
  id: number,
): Promise<IdentityRow | undefined> {
  const row = await transaction
    .selectFrom('identity')
    .innerJoin('account', 'account.id', 'identity.account_id')
    .select([
      'identity.id',
      'account.id as accountId',
      'account.email',
      sql<Role | null>`identity.given_role`.as('role'),
      'identity.given_county_ids as countyIds',
    ])
    .where('identity.id', '=', id)
    .where('account.disabled_at', 'is', null)
    .where('account.confirmed_at', 'is not', null)
    .forNoKeyUpdate(['account', 'identity'])
    .executeTakeFirst()
  if (!row) return undefined
  const { role, countyIds, ...identity } = row
  return { ...identity, given: role === null ? null : { role, countyIds: countyIds ?? [] } }
}

export type NewIdentity = Subject & { accountId: number; given: GrantedAccess | null; now: Date }

/** Stores an identity and returns its id; null if an account already has it. */
export async function insertIdentity(
  transaction: Transaction<DB>,
  { issuer, subject, accountId, given, now }: NewIdentity,
): Promise<number | null> {
  const row = await transaction
    .insertInto('identity')
    .values({
      account_id: accountId,
      issuer,
      subject,
      created_at: now,
      last_used_at: now,
      given_role: given?.role ?? null,
      given_county_ids: given && [...given.countyIds],
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Records a sign-in by this identity, and the access that the issuer's rules give now. */
export async function recordIdentityUse(
  transaction: Transaction<DB>,
  { id, given, now }: { id: number; given: GrantedAccess | null; now: Date },
): Promise<void> {
  await transaction
    .updateTable('identity')
    .set({
      last_used_at: now,
      given_role: given?.role ?? null,
      given_county_ids: given && [...given.countyIds],
    })
    .where('id', '=', id)
    .execute()
}
