import type { PortalError } from '../../engines/http/errors.ts'

/**
 * Why a file is permanently rejected, as a sentence for its sender. Null if a retry may help, because a part of the
 * portal is down or overloaded.
 */
export function refusalOf({ status, message, details }: PortalError): string | null {
  if (status >= 500 || status === 429) return null
  return details ?? message
}
