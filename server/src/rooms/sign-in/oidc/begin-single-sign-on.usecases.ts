import type { Settings } from '../../../engines/config/settings.ts'
import { MINUTE_MS, admitAttempt } from '../../../engines/throttle/throttle.ts'
import { insertIssuerRequest } from '../../../records/accounts/identities/issuer-request.repository.ts'
import { newToken } from '../../../records/sessions/token.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { issuerLimits } from '../../../records/proofs/sign-in.limits.ts'
import { loadClient, type DiscoverIssuer } from './issuer-discovery.ts'
import { callbackOf, requireIssuer } from '../../../records/proofs/issuers.ts'

/** Milliseconds that somebody has to sign in at the issuer, and to prove an account afterwards. */
export const SINGLE_SIGN_ON_LIFETIME_MS = 10 * MINUTE_MS

type Beginning = {
  issuerId: string
  browserHash: Buffer
  /** Whether they sign in there anew, whatever the issuer remembers: a proof of who acts is not as old as that. */
  isAnew: boolean
  discoverIssuer: DiscoverIssuer
}

/**
 * Keeps that this browser goes to that issuer, and returns the address that it goes to.
 * @throws PortalError 404 for an issuer that there is not, 503 while it does not answer, 429 after very many.
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
 * OpenID Connect Core, section 3.1.2.1. Whoever is asked for an age also tells it (`auth_time`), so it is always asked for:
 * nobody begins a session on a sign-in that is older than a session may be.
 */
function howFresh({ sessions }: Settings, isAnew: boolean): Record<string, string> {
  if (isAnew) return { prompt: 'login', max_age: '0' }
  return { max_age: String(Math.floor(Math.max(...Object.values(sessions.wholeMs)) / 1000)) }
}
