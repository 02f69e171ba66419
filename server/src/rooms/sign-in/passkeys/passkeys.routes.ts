import * as passkeys from '@portal/contract/sign-in/passkeys.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import type { Serve } from '../../../records/context.ts'
import { identifyBrowser, readBrowserHash } from '../../../records/sessions/browser-cookie.ts'
import { readSessionToken, sessionCookie } from '../../../records/sessions/session-cookie.ts'
import { userAgentOf } from '../../../engines/http/user-agent.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkey-sign-in.usecases.ts'

/** Signing in with a passkey. */
export function passkeysRoutes(serve: Serve): void {
  serve(passkeys.beginPasskeySignIn, async (context, { request }) => {
    const { browserHash, headers } = identifyBrowser(context.settings, request)
    return new CallResult(await beginPasskeySignIn(context, browserHash), { headers })
  })

  serve(passkeys.loginByPasskey, async (context, { body, request }) => {
    const { accountId, token } = await signInByPasskey(context, {
      ...body,
      oldToken: readSessionToken(context.settings, request),
      browserHash: readBrowserHash(context.settings, request),
      userAgent: userAgentOf(request),
    })
    return new CallResult(
      { success: true, userID: accountId },
      { headers: sessionCookie(context.settings, token) },
    )
  })
}
