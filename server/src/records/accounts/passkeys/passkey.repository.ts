import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** What its device said of a key when it last signed. */
export type PasskeyState = {
  /** 0 of devices that do not count. */
  signCount: number
  isBackedUp: boolean
}

export type PasskeyRow = PasskeyState & {
  id: number
  accountId: number
  /** Of the account. */
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
      // Below 2^32, and so exact.
      sql<number>`passkey.sign_count::float8`.as('signCount'),
      'passkey.may_be_backed_up as mayBeBackedUp',
      'passkey.is_backed_up as isBackedUp',
    ])
}

/** The passkey of that credential, whoever it belongs to. */
export async function findPasskey(db: Kysely<DB>, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return selectPasskeys(db).where('passkey.credential_id', '=', credentialId).executeTakeFirst()
}

/**
 * A passkey whose person may sign in, held with their account until the transaction ends: who removes it or disables them
 * meanwhile waits, and then ends the session begun here too. Undefined where it was removed, or they may not.
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

/** Keeps a passkey and returns its id; null where somebody has it already. */
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
