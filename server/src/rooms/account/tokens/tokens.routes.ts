import * as calls from '@portal/contract/account/tokens.ts'
import type { Serve } from '../../../records/context.ts'
import { createOwnToken } from './create-token.usecases.ts'
import { listEveryToken, listOwnTokens, revokeOwnToken, revokeTokenOfAnyone } from './tokens.usecases.ts'

/** Routes for API tokens: the user's own, and those of everyone for administrators. */
export function tokensRoutes(serve: Serve): void {
  serve(calls.listTokens, listOwnTokens)

  serve(calls.createToken, async (context, { body }) => {
    const created = await createOwnToken(context, body)
    return { success: true, message: calls.TOKEN_CREATED, ...created } as const
  })

  serve(calls.revokeToken, async (context, { params }) => {
    await revokeOwnToken(context, params.id)
    return { success: true, message: calls.TOKEN_REVOKED } as const
  })

  serve(calls.listAllTokens, (context, { query }) => listEveryToken(context, query.before))

  serve(calls.revokeAnyToken, async (context, { params }) => {
    await revokeTokenOfAnyone(context, params.id)
    return { success: true, message: calls.TOKEN_REVOKED } as const
  })
}
