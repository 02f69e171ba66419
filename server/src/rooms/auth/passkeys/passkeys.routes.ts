import * as passkeys from '@portal/contract/passkeys.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import type { Serve } from '../../../records/context.ts'
import { identifyBrowser, readBrowserHash } from '../browser-cookie.ts'
import { readSessionToken, sessionCookie } from '../session-cookie.ts'
import { userAgentOf } from '../user-agent.ts'
import { addPasskey, beginPasskey } from './add-passkey.usecases.ts'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.usecases.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkey-sign-in.usecases.ts'

/** Signing in with a passkey, and keeping one's own. */
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

  serve(passkeys.listPasskeys, listOwnPasskeys)

  serve(passkeys.beginPasskey, beginPasskey)

  serve(passkeys.addPasskey, async (context, { body, request }) => {
    const passkey = await addPasskey(context, { ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_ADDED, passkey } as const
  })

  serve(passkeys.renamePasskey, async (context, { params, body, request }) => {
    const passkey = await renameOwnPasskey(context, { ...params, ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_RENAMED, passkey } as const
  })

  serve(passkeys.removePasskey, async (context, { params }) => {
    await removeOwnPasskey(context, params.id)
    return { success: true, message: passkeys.PASSKEY_REMOVED } as const
  })
}
