import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  PASSKEY_ADDED,
  PASSKEY_REMOVED,
  PASSKEY_RENAMED,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@portal/contract/sign-in/passkeys.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { rowsOf } from '../../../lib/wire.ts'
import { readMessage } from '../auth.wire.ts'
import { makePasskey } from './passkey-browser.ts'

export const passkeysQuery = queryOptions({
  // Under the account's key, because activity and sessions change together with it.
  queryKey: ['account', 'passkeys'],
  queryFn: async ({ signal }) => readPasskeys(await call(listPasskeys, { signal })),
})

function readPasskeys(answer: readonly Passkey[]): Passkey[] {
  return rowsOf(answer).map(({ id, name, added, lastUsed, isBackedUp }) => ({
    id: id ?? 0,
    name: name ?? '',
    added: added ?? '',
    lastUsed: lastUsed || null,
    isBackedUp: isBackedUp ?? false,
  }))
}

/** Creates a passkey on this device or a reachable one, and stores it; returns the success message. */
export async function makeAndAdd(name: string): Promise<string> {
  const passkey = await makePasskey(await call(beginPasskey))
  return readMessage(await call(addPasskey, { body: { name, passkey } }), PASSKEY_ADDED)
}

export async function rename({ id, name }: Pick<Passkey, 'id' | 'name'>): Promise<string> {
  return readMessage(await call(renamePasskey, { params: { id }, body: { name } }), PASSKEY_RENAMED)
}

export async function remove(id: number): Promise<string> {
  return readMessage(await call(removePasskey, { params: { id } }), PASSKEY_REMOVED)
}
