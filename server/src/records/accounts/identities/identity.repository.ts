import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Whom an issuer means: its address, and its name for the person (OpenID Connect Core, section 2: `iss` and `sub`). */
export type Subject = { readonly issuer: string; readonly subject: string }

/** What an issuer's rules gave an account. */
export type GrantedAccess = { readonly role: Role; readonly countyIds: readonly number[] }

export type IdentityRow = {
  id: number
  accountId: number
  email: string
  /** Null where the account was there before the issuer: then its rules give it nothing. */
  given: GrantedAccess | null
}

/** The identity of that subject, if any account has it. */
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
 * An identity whose person may sign in, held with their account until the transaction ends: who removes it or disables
 * them meanwhile waits, and then ends the session begun here too. Undefined where it was removed, or they may not.
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

/** Keeps an identity and returns its id; null where an account has it already. */
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

/** Notes that its person signs in by it, and what the rules give them now. */
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
