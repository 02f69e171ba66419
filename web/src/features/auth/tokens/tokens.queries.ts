import {
  createToken,
  listTokens,
  revokeToken,
  TOKEN_REVOKED,
  type ApiToken,
} from '@portal/contract/account/tokens.ts'
import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../auth.wire.ts'

export const tokensQuery = queryOptions({
  // Under the account's key, because the activity changes together with it.
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => call(listTokens, { signal }),
})

export type WantedToken = BodyInputOf<typeof createToken>
export type CreatedToken = { readonly token: ApiToken; readonly secret: string }

export async function create(wanted: WantedToken): Promise<CreatedToken> {
  const { token, secret } = await call(createToken, { body: wanted })
  return { token, secret }
}

export async function revoke(id: number): Promise<string> {
  return readMessage(await call(revokeToken, { params: { id } }), TOKEN_REVOKED)
}
