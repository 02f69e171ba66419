import { SCREENS } from '@portal/contract/screens.ts'
import * as singleSignOn from '@portal/contract/sign-in/single-sign-on.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import type { Request } from '../../../engines/http/app-types.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import { PortalError } from '../../../engines/http/errors.ts'
import type { AnonymousContext, Serve } from '../../../records/context.ts'
import { identifyBrowser, readBrowserHash } from '../../../records/sessions/browser-cookie.ts'
import { halfCookie } from '../second-factor/half-cookie.ts'
import { readSessionToken, sessionCookie } from '../../../records/sessions/session-cookie.ts'
import { userAgentOf } from '../../../engines/http/caller-address.ts'
import { beginSingleSignOn } from './begin-single-sign-on.usecases.ts'
import type { SingleSignOnEnd } from './arrival.ts'
import { finishSingleSignOn } from './finish-single-sign-on.usecases.ts'
import type { DiscoverIssuer } from './issuer-discovery.ts'
import { requireIssuer } from '../../../records/proofs/issuers.ts'

export function oidcRoutes(serve: Serve, discoverIssuer: DiscoverIssuer): void {
  serve(singleSignOn.listIssuers, async ({ settings }) =>
    settings.issuers.map(({ id, name }) => ({ id, name })),
  )

  serve(singleSignOn.beginSingleSignOn, async (context, { params, body, request }) => {
    const { browserHash, headers } = identifyBrowser(context.settings, request)
    const begun = await beginSingleSignOn(context, {
      issuerId: params.issuer,
      browserHash,
      isAnew: body.again === true,
      discoverIssuer,
    })
    return new CallResult(begun, { headers })
  })

  serve(singleSignOn.finishSingleSignOn, async (context, { params, request }) => {
    const end = await finish(context, { issuerId: params.issuer, request, discoverIssuer })
    const { path, cookie } = whereTo(context.settings, end, params.issuer)
    const headers = { ...cookie, location: `${context.settings.publicUrl}${path}` }
    return new CallResult(undefined, { status: 303, headers })
  })
}

type Returning = { issuerId: string; request: Request; discoverIssuer: DiscoverIssuer }

/**
 * Returns the outcome or the error code. The browser is redirected to a page that shows it, so a failed call does not
 * show JSON.
 */
async function finish(
  context: AnonymousContext,
  { issuerId, request, discoverIssuer }: Returning,
): Promise<SingleSignOnEnd | string> {
  const { settings } = context
  try {
    return await finishSingleSignOn(context, {
      issuer: requireIssuer(settings, issuerId),
      search: new URL(request.url, settings.publicUrl).search,
      browserHash: readBrowserHash(settings, request),
      browser: { oldToken: readSessionToken(settings, request), userAgent: userAgentOf(request) },
      discoverIssuer,
    })
  } catch (error) {
    if (error instanceof PortalError) return error.code
    throw error
  }
}

type Destination = { path: string; cookie?: { 'set-cookie': string } }

/** Leads only to the welcome screen or the sign-in screen, so no redirect leaves the portal. */
function whereTo(settings: Settings, end: SingleSignOnEnd | string, issuerId: string): Destination {
  if (typeof end === 'string') return { path: atSignIn(end, issuerId) }
  if (end.kind === 'session') return { path: SCREENS.welcome, cookie: sessionCookie(settings, end.token) }
  const path = atSignIn(singleSignOn.RETURNS[end.kind], issuerId)
  return end.kind === 'join' ? { path } : { path, cookie: halfCookie(settings, end.halfToken) }
}

function atSignIn(outcome: string, issuerId: string): string {
  return `${SCREENS.login}?${new URLSearchParams({ sso: outcome, with: issuerId }).toString()}`
}
