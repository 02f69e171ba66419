import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { pendingSince } from './links.ts'

/** Locks an address until the transaction ends, against others that add, confirm or reset its account. */
export async function lockEmail(transaction: Transaction<DB>, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account of ${email}`}, 0))`.execute(transaction)
}

/** Returns the source of the address's salts, and the password hash of its account if there is one. */
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

/** Random bytes of this portal. What is derived from them is the same on all its servers. */
export async function readPortalSecret(db: Kysely<DB>): Promise<Buffer> {
  const { secret } = await db.selectFrom('registration_secret').select('secret').executeTakeFirstOrThrow()
  return secret
}

export type NewRegistration = {
  email: string
  countyId: number | null
  passwordHash: string
  requestedAt: Date
  requestedFrom: string
  browserHash: Buffer
}

/** Stores a registration. For an address with an account it waits like the others, but never gets a link by mail. */
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

/** Returns the address's pending registrations, newest first. */
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

/** Ends the registrations of an address, because it has an account. */
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

/** Deletes registrations requested before `moment` that have no token. */
export async function deleteRegistrationsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db
    .deleteFrom('registration')
    .where('requested_at', '<', moment)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('token').whereRef('token.registration_id', '=', 'registration.id'))),
    )
    .execute()
}
