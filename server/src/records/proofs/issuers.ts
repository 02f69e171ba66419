import { ISSUER_UNKNOWN } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Issuer } from '../../engines/config/issuers.ts'
import type { Settings } from '../../engines/config/settings.ts'
import { failure } from '../../engines/http/errors.ts'

/** @throws PortalError 404 for one that the settings do not name. */
export function requireIssuer({ issuers }: Pick<Settings, 'issuers'>, id: string): Issuer {
  const issuer = issuers.find((one) => one.id === id)
  if (!issuer) throw failure(ISSUER_UNKNOWN)
  return issuer
}

/** What people know an issuer by; its address where the settings no longer name it. */
export function nameOfIssuer({ issuers }: Pick<Settings, 'issuers'>, address: string): string {
  return issuers.find(({ issuer }) => issuer === address)?.name ?? address
}

/** By which a sign-in with it is begun; null where the settings no longer name it. */
export function idOfIssuer({ issuers }: Pick<Settings, 'issuers'>, address: string): Issuer['id'] | null {
  return issuers.find(({ issuer }) => issuer === address)?.id ?? null
}

/** Where the issuer sends browsers back to: a place of its own, so that no other can end what was begun with it. */
export function callbackOf(
  { apiBaseUrl, publicUrl }: Pick<Settings, 'apiBaseUrl' | 'publicUrl'>,
  { id }: Issuer,
): URL {
  return new URL(`${apiBaseUrl}/auth/oidc/${id}/callback`, publicUrl)
}
