import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import {
  isPlainName,
  NAME_NOT_PLAIN,
  NAME_TOO_LONG,
  tidyName,
  NAME_MISLEADING,
} from '@portal/contract/plain-name.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Settings } from '../../engines/config/settings.ts'
import { isMisleadingName } from '../../records/accounts/misleading-name.ts'

/**
 * Returns a typed name without white space around it. The name may be empty.
 * @throws PortalError 400 for a name with more than 100 characters or more than one plain line, and for one that looks
 * like an address or a name of the portal or the firm.
 */
export function readName(typed: string, firm: Pick<Settings, 'company'>): string {
  const name = tidyName(typed)
  if (!isPlainName(name)) throw failure(NAME_NOT_PLAIN)
  if (Array.from(name).length > MAX_NAME_CHARACTERS) throw failure(NAME_TOO_LONG)
  if (isMisleadingName(name, firm)) throw failure(NAME_MISLEADING)
  return name
}
