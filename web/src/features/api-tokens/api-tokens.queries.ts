import type { ResultOf } from '@portal/contract/endpoint.ts'
import { listAllTokens, revokeAnyToken } from '@portal/contract/account/tokens.ts'
import { call } from '../../lib/call.ts'
import { addressCodec, id } from '../../ui/list-screen/address-codec.ts'

/** `/admin/tokens?before=17`: the tokens that are older than this one. */
export const TOKENS_ADDRESS = addressCodec({ before: id() })

type TokensPage = ResultOf<typeof listAllTokens>
export type TokenOfSomeone = TokensPage['tokens'][number]

/** A page of the tokens of everyone, newest first. */
export function allTokensQuery({ before }: ReturnType<typeof TOKENS_ADDRESS.read>['state']) {
  const query = { before: before ?? undefined }
  return {
    queryKey: ['api-tokens', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listAllTokens, { query, signal }),
    fallback: listAllTokens.fallback,
  }
}

export function revokeTokenOf({ id }: TokenOfSomeone) {
  return call(revokeAnyToken, { params: { id } })
}
