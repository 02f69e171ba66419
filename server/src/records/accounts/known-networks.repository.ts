import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { UNKNOWN_NETWORK } from '../../engines/http/network.ts'

type Visit = { email: string; network: string; knownSince: Date }

/** Whether the account with this address has signed in from the network after `knownSince`. */
export async function isKnownNetwork(
  db: Kysely<DB>,
  { email, network, knownSince }: Visit,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_network')
    .innerJoin('account', 'account.id', 'known_network.account_id')
    .select('account.id')
    .where('account.email', '=', email)
    .where('network', '=', network)
    .where('network', '<>', UNKNOWN_NETWORK)
    .where('last_signed_in_at', '>', knownSince)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers the network as one from which the account has signed in. */
export async function rememberNetwork(
  transaction: Transaction<DB>,
  { accountId, network, now }: { accountId: number; network: string; now: Date },
): Promise<void> {
  await transaction
    .insertInto('known_network')
    .values({ account_id: accountId, network, last_signed_in_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'network']).doUpdateSet({ last_signed_in_at: now }),
    )
    .execute()
}

export async function deleteNetworksBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('known_network').where('last_signed_in_at', '<=', moment).execute()
}
