import type { ApiToken } from '@portal/contract/account/tokens.ts'
import type { ListedToken } from '../../../records/tokens/tokens.repository.ts'

/** A token in its list. */
export function toApiToken(row: ListedToken): ApiToken {
  const { id, label, ending, counties, networks, lastUsedFrom } = row
  return {
    id,
    label,
    ending,
    rights: row.mayWrite ? 'read and write' : 'read',
    counties,
    networks,
    created: row.createdAt.toISOString(),
    expires: row.expiresAt.toISOString(),
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom,
  }
}
