import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** What the device reported about a key when it last signed. */
export type PasskeyState = {
  /** 0 for devices without a counter. */
  signCount: number
  isBackedUp: boolean
}

export type PasskeyRow = PasskeyState & {
  id: number
  accountId: number
  /** The account's address. */
  email: string
  credentialId: Buffer
  publicKey: Buffer
  userHandle: Buffer
  mayBeBackedUp: boolean
}

function selectPasskeys(db: Kysely<DB>) {
  return db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .select([
      'passkey.id',
      'passkey.account_id as accountId',
      'account.email',
      'passkey.credential_id as credentialId',
      'passkey.public_key as publicKey',
      'passkey.user_handle as userHandle',
      // Below 2^32, so a float8 holds it exactly.
      sql<number>`passkey.sign_count::float8`.as('signCount'),
      'passkey.may_be_backed_up as mayBeBackedUp',
      'passkey.is_backed_up as isBackedUp',
    ])
}

/** Returns the passkey with that credential, whichever account owns it. */
export async function findPasskey(db: Kysely<DB>, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return selectPasskeys(db).where('passkey.credential_id', '=', credentialId).executeTakeFirst()
}

/**
 * Locks a passkey whose person may sign in, and their account, until the transaction ends. Another transaction that
 * removes the passkey or disables the account waits, and then also ends the session started here. Undefined if the
 * passkey was removed or the person may not sign in.
 */
export async function lockUsablePasskey(
  transaction: Transaction<DB>,
  id: number,
): Promise<PasskeyRow | undefined> {
  return selectPasskeys(transaction)
    .where('passkey.id', '=', id)
    .where('account.disabled_at', 'is', null)
    .where('account.confirmed_at', 'is not', null)
    .forNoKeyUpdate(['account', 'passkey'])
    .executeTakeFirst()
}

export async function recordPasskeyUse(
  transaction: Transaction<DB>,
  { id, signCount, isBackedUp, now }: PasskeyState & { id: number; now: Date },
): Promise<void> {
  await transaction
    .updateTable('passkey')
    .set({ sign_count: signCount, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .execute()
}

export type NewPasskey = PasskeyState & {
  accountId: number
  credentialId: Buffer
  publicKey: Buffer
  userHandle: Buffer
  mayBeBackedUp: boolean
  transports: readonly string[]
  name: string
  now: Date
}

/** Stores a passkey and returns its id; null if an account already has it. */
export async function insertPasskey(
  transaction: Transaction<DB>,
  passkey: NewPasskey,
): Promise<number | null> {
  const row = await transaction
    .insertInto('passkey')
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      user_handle: passkey.userHandle,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      may_be_backed_up: passkey.mayBeBackedUp,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
