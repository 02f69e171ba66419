import { isIP } from 'node:net'
import { PASSKEYS_UNAVAILABLE } from '@portal/contract/sign-in/webauthn.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { failure } from '../../../engines/http/errors.ts'

/**
 * The relying party of a passkey: the portal's name, and the page that may use it (Web Authentication, section 5.1.2).
 */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * The portal at its public address; null if browsers allow no passkeys there. They require https and a host name, or
 * localhost on this machine.
 */
export function relyingPartyOf({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin, port } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isSecure = protocol === 'https:' || isLocal
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  // A portal on an automatically assigned port does not know its own address.
  return isSecure && !isAddress && port !== '0' ? { id: hostname, origin } : null
}

/** @throws PortalError 409 if browsers allow no passkeys. */
export function requireRelyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const party = relyingPartyOf(settings)
  if (!party) throw failure(PASSKEYS_UNAVAILABLE)
  return party
}
