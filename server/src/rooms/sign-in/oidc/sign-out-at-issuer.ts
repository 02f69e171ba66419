import { SCREENS } from '@portal/contract/screens.ts'
import { findIssuerOfSession } from '../../../records/sessions/session-identity.repository.ts'
import { hashToken } from '../../../records/sessions/token.ts'
import type { World } from '../../../records/context.ts'
import { loadClient, type DiscoverIssuer } from './issuer-discovery.ts'

/**
 * Returns the address that also ends the session at the issuer (OpenID Connect RP-Initiated Logout 1.0). Null if the
 * session did not start at an issuer, or if the issuer has no such address or does not respond. Call it before the
 * session ends.
 */
export async function addressToSignOut(
  context: World,
  token: string | null,
  discoverIssuer: DiscoverIssuer,
): Promise<string | null> {
  if (token === null || context.settings.issuers.length === 0) return null
  const begun = await findIssuerOfSession(context.database.kysely, hashToken(token))
  const issuer = begun && context.settings.issuers.find(({ issuer: address }) => address === begun.issuer)
  if (!issuer) return null
  const configuration = await discoverIssuer(context, issuer).catch(() => null)
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return null
  const client = await loadClient()
  return client.buildEndSessionUrl(configuration, {
    id_token_hint: begun.idToken,
    post_logout_redirect_uri: `${context.settings.publicUrl}${SCREENS.login}`,
  }).href
}
