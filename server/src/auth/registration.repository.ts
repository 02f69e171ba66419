import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** Whoever else adds, confirms or resets an account of this address waits until the transaction ends. */
export async function lockEmail(transaction: Transaction<DB>, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account of ${email}`}, 0))`.execute(transaction)
}

/** The newest password hash that still waits for its confirmation. */
export async function findPendingHash(db: Kysely<DB>, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('registration')
    .select('password_hash')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

export type NewRegistration = {
  email: string
  countyId: number | null
  passwordHash: string
  requestedAt: Date
  requestedFrom: string
}

/** Keeps a registration; one for an address that has an account is at its end from the beginning. */
export async function insertRegistration(
  transaction: Transaction<DB>,
  { email, countyId, passwordHash, requestedAt, requestedFrom }: NewRegistration,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO registration (email, county_id, password_hash, requested_at, requested_from, ended_at)
    VALUES (${email}, ${countyId}, ${passwordHash}, ${requestedAt}, ${requestedFrom},
      (SELECT ${requestedAt}::timestamptz FROM account WHERE account.email = ${email}))
    RETURNING id`.execute(transaction)
  const [row] = rows
  if (!row) throw new Error('An insertion answered no id.')
  return row.id
}

export type RegistrationRow = {
  id: number
  email: string
  countyId: number | null
  passwordHash: string
  requestedAt: Date
  requestedFrom: string
  isPending: boolean
}

function selectRegistrations(db: Kysely<DB>) {
  return db
    .selectFrom('registration')
    .select([
      'id',
      'email',
      'county_id as countyId',
      'password_hash as passwordHash',
      'requested_at as requestedAt',
      'requested_from as requestedFrom',
      sql<boolean>`ended_at IS NULL`.as('isPending'),
    ])
}

export async function findRegistration(db: Kysely<DB>, id: number): Promise<RegistrationRow | undefined> {
  return selectRegistrations(db).where('id', '=', id).executeTakeFirst()
}

/** Registrations of the address that wait for their confirmation, newest first. */
export async function findPending(db: Kysely<DB>, email: string, most: number): Promise<RegistrationRow[]> {
  return selectRegistrations(db)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Registrations of an address that has an account are at an end. */
export async function endRegistrations(
  transaction: Transaction<DB>,
  email: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('registration')
    .set({ ended_at: now })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

/** Forgets registrations that were asked for before the moment, and to which no link leads. */
export async function forgetRegistrationsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db
    .deleteFrom('registration')
    .where('requested_at', '<', moment)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('token').whereRef('token.registration_id', '=', 'registration.id'))),
    )
    .execute()
}
