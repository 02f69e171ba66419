import { NAME_MISLEADING, NAME_NOT_PLAIN, NAME_TOO_LONG } from '@portal/contract/account/account.ts'
import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import { failure } from '../../engines/http/errors.ts'
import { isPlainName, tidyName } from '@portal/contract/plain-name.ts'
import type { Settings } from '../../engines/config/settings.ts'
import { isMisleadingName } from '../../records/accounts/misleading-name.ts'

/**
 * A name as somebody typed it, without white space around it; empty where there is nothing else.
 * @throws PortalError 400 for more than 100 characters, for what is no plain line of text, and for
 * what looks like an address or passes for the portal or the firm.
 */
export function readName(typed: string, firm: Pick<Settings, 'company'>): string {
  const name = tidyName(typed)
  if (!isPlainName(name)) throw failure(NAME_NOT_PLAIN)
  if (Array.from(name).length > MAX_NAME_CHARACTERS) throw failure(NAME_TOO_LONG)
  if (isMisleadingName(name, firm)) throw failure(NAME_MISLEADING)
  return name
}
