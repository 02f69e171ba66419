import * as accounts from '@portal/contract/sign-in/registration.ts'
import {
  chooseCounty,
  getConfig,
  getSession,
  login,
  logout,
  type Session,
} from '@portal/contract/sign-in/sign-in.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Request } from '../../engines/http/app-types.ts'
import type { Serve, World } from '../../records/context.ts'
import { identifyBrowser, readBrowserHash } from '../../records/sessions/browser-cookie.ts'
import { confirmByLink } from './confirm.usecases.ts'
import { toConfig, toHeldSession, type PersonsSession } from './sign-in.models.ts'
import { createIssuerDiscovery } from './oidc/issuer-discovery.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { addressToSignOut } from './oidc/sign-out-at-issuer.ts'
import { requestResend, register, listOpenCounties } from './register.usecases.ts'
import { lookAtPasswordLink } from './password-link.usecases.ts'
import { requestReset, resetPassword } from './reset.usecases.ts'
import {
  expiredSessionCookie,
  readSessionToken,
  sessionCookie,
} from '../../records/sessions/session-cookie.ts'
import { userAgentOf } from '../../engines/http/caller-address.ts'
import { findSession, sessionKeyOf } from '../../records/sessions/session.ts'
import { signIn, signOut, describeSession, selectCounty } from './sign-in.usecases.ts'
import * as passkeys from '@portal/contract/sign-in/passkeys.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkeys/passkey-sign-in.usecases.ts'
import * as calls from '@portal/contract/sign-in/second-factor.ts'
import { readHalfToken } from './second-factor/half-cookie.ts'
import { signInByCode } from './second-factor/sign-in-by-code.usecases.ts'

/** Adds the key of the session that the request used. */
function withKey(request: Request, { settings }: Pick<World, 'settings'>, told: PersonsSession): Session {
  const token = readSessionToken(settings, request)
  return { ...told, sessionKey: token === null ? '' : sessionKeyOf(token) }
}

const done = (message: string) => ({ success: true, message }) as const

export function signInRoutes(serve: Serve): void {
  const discoverIssuer = createIssuerDiscovery()

  serve(getSession, async (context, { request }) => {
    const session = await findSession(context, request)
    if (!session) throw failure(SIGN_IN_FIRST)
    const told = withKey(request, context, await describeSession(context, session.person))
    return session.factorNeeded === null ? told : toHeldSession(told, session.factorNeeded)
  })

  serve(chooseCounty, async (context, { body, request }) =>
    withKey(request, context, await selectCounty(context, body.countyId)),
  )

  serve(login, async (context, { body, request }) => {
    const oldToken = readSessionToken(context.settings, request)
    const browserHash = readBrowserHash(context.settings, request)
    const { accountId, token } = await signIn(context, {
      ...body,
      oldToken,
      browserHash,
      userAgent: userAgentOf(request),
    })
    return new CallResult(
      { success: true, userID: accountId },
      { headers: sessionCookie(context.settings, token) },
    )
  })

  serve(logout, async (context, { body, request }) => {
    const token = readSessionToken(context.settings, request)
    // The cookie may belong to a newer session of another tab. Then it stays.
    if (body.sessionKey !== undefined && (token === null || sessionKeyOf(token) !== body.sessionKey)) {
      return new CallResult({ success: true as const })
    }
    const continueAt = await addressToSignOut(context, token, discoverIssuer)
    await signOut(context, token)
    const headers = expiredSessionCookie(context.settings)
    return new CallResult({ success: true as const, ...(continueAt !== null && { continueAt }) }, { headers })
  })

  codeSignInRoutes(serve)

  passkeysRoutes(serve)
  oidcRoutes(serve, discoverIssuer)

  serve(accounts.listRegistrationCounties, listOpenCounties)

  serve(accounts.register, async (context, { body, request }) => {
    const { browserHash, headers } = identifyBrowser(context.settings, request)
    await register(context, { ...body, browserHash })
    return new CallResult(done(accounts.REGISTERED), { headers })
  })

  serve(accounts.confirmAccount, async (context, { body, request }) => {
    const { browserHash, headers } = identifyBrowser(context.settings, request)
    await confirmByLink(context, { ...body, browserHash })
    return new CallResult(done(accounts.CONFIRMED), { headers })
  })

  serve(accounts.resendConfirmation, async (context, { body }) => {
    await requestResend(context, body.email)
    return done(accounts.RESENT)
  })

  serve(accounts.requestReset, async (context, { body }) => {
    await requestReset(context, body.email)
    return done(accounts.RESET_SENT)
  })

  serve(accounts.lookAtPasswordLink, (context, { body }) => lookAtPasswordLink(context, body))

  serve(accounts.confirmReset, async (context, { body }) => {
    await resetPassword(context, body)
    return done(accounts.RESET_DONE)
  })

  serve(getConfig, async ({ settings }) => toConfig(settings))
}

function passkeysRoutes(serve: Serve): void {
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

/** The second step of a sign-in. */
function codeSignInRoutes(serve: Serve): void {
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
