import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export type AccountRow = {
  id: number
  email: string
  isAdmin: boolean
  countyId: number | null
  countyName: string | null
  isDisabled: boolean
}

function selectAccounts(db: Kysely<DB>) {
  return db
    .selectFrom('account')
    .leftJoin('county', 'county.id', 'account.county_id')
    .select([
      'account.id',
      'account.email',
      'account.is_admin as isAdmin',
      'account.county_id as countyId',
      'county.name as countyName',
      sql<boolean>`account.disabled_at IS NOT NULL`.as('isDisabled'),
    ])
}

export async function readAccounts(db: Kysely<DB>): Promise<AccountRow[]> {
  return selectAccounts(db)
    .orderBy(sql`account.email COLLATE "und-x-icu"`)
    .execute()
}

/** The account of that address, held until the transaction ends: a sign-in in hand ends before or starts after. */
export async function lockAccount(
  transaction: Transaction<DB>,
  email: string,
): Promise<AccountRow | undefined> {
  return selectAccounts(transaction)
    .where('account.email', '=', email)
    .forUpdate('account')
    .executeTakeFirst()
}

export async function findAccount(db: Kysely<DB>, email: string): Promise<AccountRow | undefined> {
  return selectAccounts(db).where('account.email', '=', email).executeTakeFirst()
}

export async function accountExists(db: Kysely<DB>, email: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

export async function anyAccountExists(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

export type AccountToInsert = {
  email: string
  isAdmin: boolean
  countyId: number | null
  /** Null for an account whose person sets the first password by a link. */
  passwordHash: string | null
  /** Not when it came with a registration: who registered may be somebody else than who reads the mail. */
  isPasswordProven: boolean
  now: Date
}

/** Adds an account whose address is confirmed. */
export async function insertAccount(transaction: Transaction<DB>, account: AccountToInsert): Promise<number> {
  const { id } = await transaction
    .insertInto('account')
    .values({
      email: account.email,
      is_admin: account.isAdmin,
      county_id: account.countyId,
      created_at: account.now,
      confirmed_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (account.passwordHash !== null) {
    const { passwordHash, isPasswordProven, now } = account
    await setPasswordHash(transaction, id, { passwordHash, isPasswordProven, now })
  }
  return id
}

/** Gives the account this password; returns whether it had one before. */
export async function setPasswordHash(
  transaction: Transaction<DB>,
  accountId: number,
  { passwordHash, isPasswordProven, now }: { passwordHash: string; isPasswordProven: boolean; now: Date },
): Promise<boolean> {
  const changed = { password_hash: passwordHash, changed_at: now, needs_proof: !isPasswordProven }
  const { numUpdatedRows } = await transaction
    .updateTable('credential')
    .set(changed)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await transaction
    .insertInto('credential')
    .values({ account_id: accountId, ...changed })
    .execute()
  return false
}

/** Whoever holds a link to the address has confirmed it; returns whether that was news. */
export async function confirmAddress(
  transaction: Transaction<DB>,
  accountId: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ confirmed_at: now })
    .where('id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateAccount(
  transaction: Transaction<DB>,
  id: number,
  account: { isAdmin: boolean; countyId: number | null; isDisabled: boolean; now: Date },
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({
      is_admin: account.isAdmin,
      county_id: account.countyId,
      disabled_at: account.isDisabled ? sql`coalesce(disabled_at, ${account.now})` : null,
    })
    .where('id', '=', id)
    .execute()
}
