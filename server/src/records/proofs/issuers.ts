import { ISSUER_UNKNOWN } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Issuer } from '../../engines/config/issuers.ts'
import type { Settings } from '../../engines/config/settings.ts'
import { failure } from '../../engines/http/errors.ts'

/** @throws PortalError 404 if the settings do not name the issuer. */
export function requireIssuer({ issuers }: Pick<Settings, 'issuers'>, id: string): Issuer {
  const issuer = issuers.find((one) => one.id === id)
  if (!issuer) throw failure(ISSUER_UNKNOWN)
  return issuer
}

/** The display name of an issuer, or its address if the settings no longer name it. */
export function nameOfIssuer({ issuers }: Pick<Settings, 'issuers'>, address: string): string {
  return issuers.find(({ issuer }) => issuer === address)?.name ?? address
}

/** The id with which a sign-in begins; null if the settings no longer name the issuer. */
export function idOfIssuer({ issuers }: Pick<Settings, 'issuers'>, address: string): Issuer['id'] | null {
  return issuers.find(({ issuer }) => issuer === address)?.id ?? null
}

/** The callback URL of the issuer. Each issuer has its own, so that no other can complete its sign-ins. */
export function callbackOf(
  { apiBaseUrl, publicUrl }: Pick<Settings, 'apiBaseUrl' | 'publicUrl'>,
  { id }: Issuer,
): URL {
  return new URL(`${apiBaseUrl}/auth/oidc/${id}/callback`, publicUrl)
}
