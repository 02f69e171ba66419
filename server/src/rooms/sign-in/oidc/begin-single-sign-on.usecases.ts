import type { Settings } from '../../../engines/config/settings.ts'
import { MINUTE_MS, admitAttempt } from '../../../engines/throttle/throttle.ts'
import { insertIssuerRequest } from '../../../records/accounts/identities/issuer-request.repository.ts'
import { newToken } from '../../../records/sessions/token.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { issuerLimits } from '../../../records/proofs/sign-in.limits.ts'
import { loadClient, type DiscoverIssuer } from './issuer-discovery.ts'
import { callbackOf, requireIssuer } from '../../../records/proofs/issuers.ts'

/** Milliseconds to sign in at the issuer, and afterwards to prove an existing account. */
export const SINGLE_SIGN_ON_LIFETIME_MS = 10 * MINUTE_MS

type Beginning = {
  issuerId: string
  browserHash: Buffer
  /**
   * Makes the issuer ask for credentials again, even if it remembers the person, because a proof of identity must be
   * fresh.
   */
  isAnew: boolean
  discoverIssuer: DiscoverIssuer
}

/**
 * Records that this browser goes to the issuer, and returns the address to send it to.
 * @throws PortalError 404 for an unknown issuer, 503 while it does not respond, 429 after very many.
 */
export async function beginSingleSignOn(
  context: AnonymousContext,
  { issuerId, browserHash, isAnew, discoverIssuer }: Beginning,
): Promise<{ address: string }> {
  const issuer = requireIssuer(context.settings, issuerId)
  await admitAttempt(context, issuerLimits(context.actor.caller.address))
  const configuration = await discoverIssuer(context, issuer)
  const client = await loadClient()
  const { token: state, tokenHash: stateHash } = newToken()
  const { token: nonce } = newToken()
  const codeVerifier = client.randomPKCECodeVerifier()
  await insertIssuerRequest(context.database.kysely, {
    stateHash,
    browserHash,
    issuer: issuer.issuer,
    nonce,
    codeVerifier,
    expiresAt: new Date(context.clock.now().getTime() + SINGLE_SIGN_ON_LIFETIME_MS),
  })
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(context.settings, issuer).href,
    scope: issuer.scope,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...howFresh(context.settings, isAnew),
  })
  return { address: address.href }
}

/**
 * OpenID Connect Core, section 3.1.2.1. An issuer must return `auth_time` if the request has a `max_age`, so every
 * request has one: no session may start from a sign-in that is older than a session can be.
 */
function howFresh({ sessions }: Settings, isAnew: boolean): Record<string, string> {
  if (isAnew) return { prompt: 'login', max_age: '0' }
  return { max_age: String(Math.floor(Math.max(...Object.values(sessions.wholeMs)) / 1000)) }
}
