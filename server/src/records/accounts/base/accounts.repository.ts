import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { lockAccountById } from './account-locks.repository.ts'
import { setPasswordHash } from './credential.repository.ts'

export type AccountRow = {
  id: number
  email: string
  role: Role
  /** The county that the person chose last. */
  countyId: number | null
  countyName: string | null
  /** Sorted by name. */
  counties: { id: number; name: string }[]
  isDisabled: boolean
}

function selectAccounts(db: Kysely<DB>) {
  return db
    .selectFrom('account')
    .leftJoin('county', 'county.id', 'account.county_id')
    .select([
      'account.id',
      'account.email',
      sql<Role>`account.role`.as('role'),
      'account.county_id as countyId',
      'county.name as countyName',
      sql<AccountRow['counties']>`coalesce((
        SELECT json_agg(json_build_object('id', theirs.id, 'name', theirs.name) ORDER BY theirs.name COLLATE "und-x-icu")
        FROM membership JOIN county AS theirs ON theirs.id = membership.county_id
        WHERE membership.account_id = account.id
      ), '[]')`.as('counties'),
      sql<boolean>`account.disabled_at IS NOT NULL`.as('isDisabled'),
    ])
}

export async function readAccounts(db: Kysely<DB>): Promise<AccountRow[]> {
  return selectAccounts(db)
    .orderBy(sql`account.email COLLATE "und-x-icu"`)
    .execute()
}

/**
 * Locks the account with that address until the transaction ends: a concurrent sign-in finishes before or starts after.
 * Reads the row only after it is locked. A query that waits for the lock would still use the old counties, and could
 * restore one that was removed.
 */
export async function lockAccount(
  transaction: Transaction<DB>,
  email: string,
): Promise<AccountRow | undefined> {
  await transaction.selectFrom('account').select('id').where('email', '=', email).forUpdate().execute()
  return findAccount(transaction, email)
}

export async function findAccount(db: Kysely<DB>, email: string): Promise<AccountRow | undefined> {
  return selectAccounts(db).where('account.email', '=', email).executeTakeFirst()
}

/** Returns the accounts that exist for these addresses. */
export async function findAccountById(db: Kysely<DB>, id: number): Promise<AccountRow | undefined> {
  return selectAccounts(db).where('account.id', '=', id).executeTakeFirst()
}

export async function findAccounts(db: Kysely<DB>, emails: readonly string[]): Promise<AccountRow[]> {
  return selectAccounts(db)
    .where('account.email', '=', sql<string>`ANY(${emails}::text[])`)
    .execute()
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
  /** Empty if unknown. */
  name?: string
  role: Role
  /** The first is the chosen county. */
  countyIds: readonly number[]
  /** Null if the person sets the first password by a link. */
  passwordHash: string | null
  /** False for a password from a registration: the person who registered may not be the one who reads the mail. */
  isPasswordProven: boolean
  now: Date
}

/** Inserts an account whose address is confirmed. */
export async function insertAccount(transaction: Transaction<DB>, account: AccountToInsert): Promise<number> {
  const { id } = await transaction
    .insertInto('account')
    .values({
      email: account.email,
      full_name: account.name ?? '',
      role: account.role,
      county_id: account.countyIds[0] ?? null,
      created_at: account.now,
      confirmed_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMemberships(transaction, id, account.countyIds)
  if (account.passwordHash !== null) {
    const { passwordHash, isPasswordProven, now } = account
    await setPasswordHash(transaction, id, { passwordHash, isPasswordProven, now })
  }
  return id
}

/**
 * Marks the address as confirmed, because the person used a link sent to it. Returns false if it was confirmed before.
 */
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

/** Who disabled an account. The command line counts as an administrator. */
export type Disabler = 'manager' | 'administrator'

type ChangedAccount = {
  role: Role
  countyIds: readonly number[]
  isDisabled: boolean
  /** Null if this change disables nobody: the stored value stays. */
  disabledBy: Disabler | null
  now: Date
}

/** If an administrator has disabled the account already, a manager who disables it again changes nothing about that. */
export async function updateAccount(
  transaction: Transaction<DB>,
  id: number,
  account: ChangedAccount,
): Promise<void> {
  const { countyIds } = account
  await addMemberships(transaction, id, countyIds)
  await transaction
    .updateTable('account')
    .set({
      role: account.role,
      county_id: sql`CASE WHEN county_id = ANY (${countyIds}::integer[]) THEN county_id ELSE ${countyIds[0] ?? null}::integer END`,
      ...(account.disabledBy === 'administrator' && { disabled_by_manager_at: null }),
      ...(account.disabledBy === 'manager' && {
        disabled_by_manager_at: sql`CASE WHEN disabled_at IS NULL THEN ${account.now} ELSE disabled_by_manager_at END`,
      }),
      disabled_at: account.isDisabled ? sql`coalesce(disabled_at, ${account.now})` : null,
    })
    .where('id', '=', id)
    .execute()
  await sql`
    DELETE FROM membership WHERE account_id = ${id} AND NOT county_id = ANY (${countyIds}::integer[])`.execute(
    transaction,
  )
}

/** Existing memberships stay as they are. */
async function addMemberships(
  transaction: Transaction<DB>,
  accountId: number,
  countyIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO membership (account_id, county_id) SELECT ${accountId}, unnest(${countyIds}::integer[])
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/**
 * Makes one of the person's counties the chosen one; returns false if it is not theirs. Locks the account first: an
 * UPDATE that waits for another would still use the old memberships, and could restore a county that was removed.
 */
export async function chooseCountyOf(
  db: Kysely<DB>,
  { accountId, countyId }: { accountId: number; countyId: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const { rows } = await sql`
      UPDATE account SET county_id = ${countyId}
      FROM membership WHERE membership.account_id = account.id AND membership.county_id = ${countyId}
        AND account.id = ${accountId}
      RETURNING account.id`.execute(transaction)
    return rows.length > 0
  })
}

/** Returns a person's counties by name, and whether each is closed to new documents. */
export async function readCountiesOf(
  db: Kysely<DB>,
  accountId: number,
): Promise<{ id: number; name: string; isClosed: boolean }[]> {
  return db
    .selectFrom('membership')
    .innerJoin('county', 'county.id', 'membership.county_id')
    .select(['county.id', 'county.name', sql<boolean>`county.closed_at IS NOT NULL`.as('isClosed')])
    .where('membership.account_id', '=', accountId)
    .orderBy(sql`county.name COLLATE "und-x-icu"`)
    .execute()
}
