import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type SecondFactorRow = { secret: Buffer; confirmedAt: Date | null; lastStep: number }

export async function readSecondFactor(
  db: Kysely<DB>,
  accountId: number,
): Promise<SecondFactorRow | undefined> {
  return db
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at as confirmedAt', sql<number>`last_step::float8`.as('lastStep')])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Whether the person uses two-step sign-in. */
export async function hasSecondFactor(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const row = await readSecondFactor(db, accountId)
  return row !== undefined && row.confirmedAt !== null
}

type NewSecret = { accountId: number; secret: Buffer; now: Date }

/** Stores a secret that waits for its first code and replaces an unconfirmed one; false if one is confirmed. */
export async function storeSecret(
  transaction: Transaction<DB>,
  { accountId, secret, now }: NewSecret,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO second_factor (account_id, secret, begun_at) VALUES (${accountId}, ${secret}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, begun_at = excluded.begun_at
      WHERE second_factor.confirmed_at IS NULL
    RETURNING account_id`.execute(transaction)
  return rows.length > 0
}

type UsedStep = { accountId: number; secret: Buffer; step: number }

/** Confirms the secret by one of its codes; false if it is confirmed already or has been replaced. */
export async function confirmSecret(
  transaction: Transaction<DB>,
  { accountId, secret, step, now }: UsedStep & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('second_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Consumes the code of that step and all earlier ones; false if that step or a later one was used before. */
export async function spendStep(
  transaction: Transaction<DB>,
  { accountId, secret, step }: UsedStep,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the secret and recovery codes; false if no secret was confirmed. */
export async function deleteSecondFactor(transaction: Transaction<DB>, accountId: number): Promise<boolean> {
  const row = await transaction
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}
