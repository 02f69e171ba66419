import * as calls from '@portal/contract/second-factor.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import type { Serve } from '../../../records/context.ts'
import { readSessionToken, sessionCookie } from '../session-cookie.ts'
import { userAgentOf } from '../user-agent.ts'
import { readHalfToken } from './half-cookie.ts'
import {
  beginSetUp,
  confirmSetUp,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  tellSecondFactor,
} from './second-factor.usecases.ts'
import { signInByCode } from './sign-in-by-code.usecases.ts'

/** Signing in by two steps, and what people do with their second factor. */
export function secondFactorRoutes(serve: Serve): void {
  serve(calls.loginWithCode, async (context, { body, request }) => {
    const { settings } = context
    const { accountId, token } = await signInByCode(context, {
      code: body.code,
      halfToken: readHalfToken(settings, request),
      oldToken: readSessionToken(settings, request),
      userAgent: userAgentOf(request),
    })
    return new CallResult({ success: true, userID: accountId }, { headers: sessionCookie(settings, token) })
  })

  serve(calls.getSecondFactor, tellSecondFactor)

  serve(calls.beginSecondFactor, beginSetUp)

  serve(calls.confirmSecondFactor, (context, { body }) => confirmSetUp(context, body.code))

  serve(calls.removeSecondFactor, async (context) => {
    await removeOwnSecondFactor(context)
    return { success: true, message: calls.SECOND_FACTOR_REMOVED } as const
  })

  serve(calls.renewRecoveryCodes, renewOwnRecoveryCodes)
}
