import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A browser in plain words, such as 'Firefox on Windows', at a network; null if it does not identify itself. */
export type Device = {
  readonly accountId: number
  readonly network: string
  readonly browser: string | null
}

/** The value in older rows, which did not record the browser. */
const ANY_BROWSER = ''
const NO_NAME = 'unnamed'

/**
 * Remembers a device of a sign-in. Returns whether it is new to an account that has signed in before. Call it before
 * the account records this sign-in.
 */
export async function rememberDevice(
  transaction: Transaction<DB>,
  { accountId, network, browser: name }: Device,
  now: Date,
): Promise<boolean> {
  const browser = name ?? NO_NAME
  const { rows } = await sql<{ isNew: boolean }>`
    SELECT account.signed_in_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM known_device
      WHERE account_id = account.id AND network = ${network} AND browser IN (${browser}, ${ANY_BROWSER})
    ) AS "isNew"
    FROM account WHERE account.id = ${accountId}`.execute(transaction)
  await transaction
    .insertInto('known_device')
    .values({ account_id: accountId, network, browser, last_signed_in_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'network', 'browser']).doUpdateSet({ last_signed_in_at: now }),
    )
    .execute()
  return rows[0]?.isNew ?? false
}

export async function deleteDevicesBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('known_device').where('last_signed_in_at', '<=', moment).execute()
}
