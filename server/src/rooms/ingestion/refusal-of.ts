import type { PortalError } from '../../engines/http/errors.ts'

/**
 * Why a file is refused for good, as a sentence for whoever brought it; null where trying again may help: a part of the
 * portal is down, or there is too much at once.
 */
export function refusalOf({ status, message, details }: PortalError): string | null {
  if (status >= 500 || status === 429) return null
  return details ?? message
}
