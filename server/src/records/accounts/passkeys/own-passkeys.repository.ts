import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type OwnPasskeyRow = {
  id: number
  name: string
  addedAt: Date
  lastUsedAt: Date | null
  isBackedUp: boolean
  credentialId: Buffer
  transports: string[]
}

function selectOwn(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('passkey')
    .select([
      'id',
      'name',
      'created_at as addedAt',
      'last_used_at as lastUsedAt',
      'is_backed_up as isBackedUp',
      'credential_id as credentialId',
      'transports',
    ])
    .where('account_id', '=', accountId)
}

/** Returns the passkeys of an account, newest first. */
export async function readOwnPasskeys(db: Kysely<DB>, accountId: number): Promise<OwnPasskeyRow[]> {
  return selectOwn(db, accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** A passkey id, and the account that must own it. */
export type OwnPasskeyKey = { id: number; accountId: number }

/** Locks a passkey of that account until the transaction ends; undefined if the account has none with that id. */
export async function lockOwnPasskey(
  transaction: Transaction<DB>,
  { id, accountId }: OwnPasskeyKey,
): Promise<OwnPasskeyRow | undefined> {
  return selectOwn(transaction, accountId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setPasskeyName(
  transaction: Transaction<DB>,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await transaction.updateTable('passkey').set({ name }).where('id', '=', id).execute()
}

/** Deletes all passkeys of an account and returns how many there were. */
export async function deletePasskeysOf(transaction: Transaction<DB>, accountId: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deletePasskey(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('passkey').where('id', '=', id).execute()
}
