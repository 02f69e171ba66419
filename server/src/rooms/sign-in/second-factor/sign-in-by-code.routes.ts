import * as calls from '@portal/contract/sign-in/second-factor.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import type { Serve } from '../../../records/context.ts'
import { readSessionToken, sessionCookie } from '../../../records/sessions/session-cookie.ts'
import { userAgentOf } from '../../../engines/http/user-agent.ts'
import { readHalfToken } from './half-cookie.ts'
import { signInByCode } from './sign-in-by-code.usecases.ts'

/** The second step of a sign-in. */
export function codeSignInRoutes(serve: Serve): void {
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
}
