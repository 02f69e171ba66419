import { isStorable } from '@portal/contract/fields.ts'
import {
  ISSUER_AWAY,
  ISSUER_REFUSED,
  SIGN_IN_CANCELLED,
  SIGN_IN_OVER,
} from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Configuration } from 'openid-client'
import type { Issuer } from '../../../engines/config/issuers.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import { spendIssuerRequest } from '../../../records/accounts/identities/issuer-request.repository.ts'
import { hashToken } from '../../../records/sessions/token.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { joinClaims, type Claims } from './access-of-claims.ts'
import { loadClient, reasonOf, type DiscoverIssuer } from './issuer-discovery.ts'
import { callbackOf } from '../../../records/proofs/issuers.ts'

const MAX_SUBJECT_CHARACTERS = 255

export type VerifiedIdentity = {
  readonly subject: string
  readonly idToken: string
  readonly claims: Claims
  /** When the issuer last asked for credentials. Null if it does not say. */
  readonly signedInAt: Date | null
}

/** `search` is the query that the browser returned with. `browserHash` is null for an unknown browser. */
export type Return = {
  issuer: Issuer
  search: string
  browserHash: Buffer | null
  discoverIssuer: DiscoverIssuer
}

/** The pending request that the callback consumed. */
export type PendingAuthorization = { state: string; browserHash: Buffer; nonce: string; codeVerifier: string }

/**
 * Consumes the pending request of this browser and issuer, whatever the outcome.
 * @throws PortalError 401 if there is no such request.
 */
export async function consumePendingAuthorization(
  context: AnonymousContext,
  returned: Return,
): Promise<PendingAuthorization> {
  const { issuer, search, browserHash } = returned
  const state = new URLSearchParams(search).get('state') ?? ''
  const begun = browserHash && (await spend(context, { state, browserHash }))
  if (!begun || begun.issuer !== issuer.issuer) throw failure(SIGN_IN_OVER, { values: { name: issuer.name } })
  return { state, browserHash, nonce: begun.nonce, codeVerifier: begun.codeVerifier }
}

/**
 * Exchanges the authorization code for the person's identity: OpenID Connect Core, section 3.1.3, and RFC 9207.
 * @throws PortalError 401 if the issuer does not confirm it, 503 while it does not respond.
 */
export async function redeemAuthorizationCode(
  context: AnonymousContext,
  returned: Return,
  begun: PendingAuthorization,
): Promise<VerifiedIdentity> {
  const { issuer, discoverIssuer } = returned
  const configuration = await discoverIssuer(context, issuer)
  try {
    return await redeem(configuration, {
      ...begun,
      returned,
      callback: callbackOf(context.settings, issuer),
    })
  } catch (error) {
    throw await refused(context, issuer, error)
  }
}

function spend({ database, clock }: AnonymousContext, key: { state: string; browserHash: Buffer }) {
  const { state, browserHash } = key
  return spendIssuerRequest(database.kysely, { stateHash: hashToken(state), browserHash, now: clock.now() })
}

type Redeeming = Omit<PendingAuthorization, 'browserHash'> & { returned: Return; callback: URL }

async function redeem(
  configuration: Configuration,
  { returned: { issuer, search }, callback, state, nonce, codeVerifier }: Redeeming,
): Promise<VerifiedIdentity> {
  const client = await loadClient()
  const currentUrl = new URL(callback)
  currentUrl.search = search
  const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) throw new Error('There is no ID token.')
  // Some issuers serve many tenants at one address, and any tenant could name any person.
  if (hrefOf(claims.iss) !== issuer.issuer) throw new Error('The ID token is of another issuer.')
  if (!isSubject(claims.sub))
    throw new Error('The subject of the ID token is longer than 255 characters or not text.')
  const isShort = claims['email'] === undefined || claims[issuer.groupsClaim] === undefined
  const more =
    isShort && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
  return {
    subject: claims.sub,
    idToken: tokens.id_token,
    // The library has checked that it is a number of seconds, if present.
    signedInAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
    claims: joinClaims(claims, more, issuer.verifiedClaim),
  }
}

/** Whether it can be stored and is within the length of OpenID Connect Core, section 2. */
function isSubject(subject: string): boolean {
  return isStorable(subject) && subject.length > 0 && subject.length <= MAX_SUBJECT_CHARACTERS
}

function hrefOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).href : null
}

/** Logs the reason, without the input of the browser. */
async function refused(
  { log, actor: { caller } }: AnonymousContext,
  { id, name }: Issuer,
  error: unknown,
): Promise<PortalError> {
  if (error instanceof PortalError) return error
  const client = await loadClient()
  log.warn({ ...caller, issuer: id, reason: reasonOf(error) }, 'A single sign-on failed.')
  const values = { name }
  if (error instanceof client.AuthorizationResponseError) {
    return failure(error.error === 'access_denied' ? SIGN_IN_CANCELLED : ISSUER_REFUSED, { values })
  }
  const isAway =
    error instanceof TypeError || (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT')
  return failure(isAway ? ISSUER_AWAY : ISSUER_REFUSED, { values })
}
