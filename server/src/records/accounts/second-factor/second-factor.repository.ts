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

/** Whether the account's person signs in by two steps. */
export async function hasSecondFactor(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const row = await readSecondFactor(db, accountId)
  return row !== undefined && row.confirmedAt !== null
}

type NewSecret = { accountId: number; secret: Buffer; now: Date }

/** Keeps a secret that waits for its first code, in the place of one that does; false where one is confirmed. */
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

/** Turns the secret on by a code of it; false where it is on already, or is another one by now. */
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

/** Uses up the code of that step, and all before it; false where one of them was used already. */
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

/** Forgets secret and recovery codes; false where nothing was on. */
export async function deleteSecondFactor(transaction: Transaction<DB>, accountId: number): Promise<boolean> {
  const row = await transaction
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}
