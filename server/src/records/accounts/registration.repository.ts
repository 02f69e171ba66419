import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { pendingSince } from './links.ts'

/** Whoever else adds, confirms or resets an account of this address waits until the transaction ends. */
export async function lockEmail(transaction: Transaction<DB>, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account of ${email}`}, 0))`.execute(transaction)
}

/** What salts of the address are made of, and the password hash of its account where there is one. */
export async function findSaltSource(
  db: Kysely<DB>,
  email: string,
): Promise<{ saltOfAddress: Buffer; hashOfAccount: string | null }> {
  return db
    .selectFrom('registration_secret')
    .leftJoin('account', (join) => join.on('account.email', '=', email))
    .leftJoin('credential', 'credential.account_id', 'account.id')
    .select([
      sql<Buffer>`sha256(secret || convert_to(${email}, 'UTF8'))`.as('saltOfAddress'),
      'credential.password_hash as hashOfAccount',
    ])
    .executeTakeFirstOrThrow()
}

export type NewRegistration = {
  email: string
  countyId: number | null
  passwordHash: string
  requestedAt: Date
  requestedFrom: string
  browserHash: Buffer
}

/** Keeps a registration; one for an address that has an account waits like the others, and is never mailed a link. */
export async function insertRegistration(
  transaction: Transaction<DB>,
  { email, countyId, passwordHash, requestedAt, requestedFrom, browserHash }: NewRegistration,
): Promise<number> {
  const { id } = await transaction
    .insertInto('registration')
    .values({
      email,
      county_id: countyId,
      password_hash: passwordHash,
      requested_at: requestedAt,
      requested_from: requestedFrom,
      browser_hash: browserHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type RegistrationRow = {
  id: number
  email: string
  countyId: number | null
  passwordHash: string
  requestedAt: Date
  requestedFrom: string
  /** The browser that registered. */
  browserHash: Buffer | null
  isPending: boolean
}

function selectRegistrations(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('registration')
    .select([
      'id',
      'email',
      'county_id as countyId',
      'password_hash as passwordHash',
      'requested_at as requestedAt',
      'requested_from as requestedFrom',
      'browser_hash as browserHash',
      sql<boolean>`ended_at IS NULL AND requested_at > ${pendingSince(now)}`.as('isPending'),
    ])
}

export async function findRegistration(
  db: Kysely<DB>,
  { id, now }: { id: number; now: Date },
): Promise<RegistrationRow | undefined> {
  return selectRegistrations(db, now).where('id', '=', id).executeTakeFirst()
}

/** Registrations of the address that wait for their confirmation, newest first. */
export async function findPending(
  db: Kysely<DB>,
  { email, most, now }: { email: string; most: number; now: Date },
): Promise<RegistrationRow[]> {
  return selectRegistrations(db, now)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('requested_at', '>', pendingSince(now))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Registrations of an address that has an account are at an end. */
export async function closeRegistrationsOfEmail(
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
export async function deleteRegistrationsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db
    .deleteFrom('registration')
    .where('requested_at', '<', moment)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('token').whereRef('token.registration_id', '=', 'registration.id'))),
    )
    .execute()
}
