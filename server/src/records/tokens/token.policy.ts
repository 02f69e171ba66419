import type { Right } from '@portal/contract/access/rights.ts'
import type { Counties, Person } from '../access/actor.ts'
import { accessOf } from '../access/rights.ts'
import { trustedProxies } from '../../engines/http/caller-address.ts'
import type { TokenRow } from './tokens.repository.ts'

/** Rights that only people have. A token neither administers the portal nor reads the activity of others. */
const NEVER: ReadonlySet<Right> = new Set<Right>(['people.manage', 'audit.read', 'portal.manage'])

/** Why a token does not work. The caller does not learn it. */
export type TokenProblem = 'revoked' | 'expired' | 'owner' | 'counties' | 'network'

type Use = {
  readonly now: Date
  readonly caller: { readonly address: string; readonly isOfProxy: boolean }
}

/** The first reason for which a token does not work now and from there; null if it works (R27.4–R27.8). */
export function problemOf(token: TokenRow, { now, caller }: Use): TokenProblem | null {
  if (token.isRevoked) return 'revoked'
  if (token.expiresAt <= now) return 'expired'
  if (!token.mayOwnerSignIn) return 'owner'
  if (!isAllowedFrom(token.networks, caller)) return 'network'
  // Without a county, the scope would be the uploads of the owner that have none.
  return token.countyIds !== null && countiesOf(token).length === 0 ? 'counties' : null
}

/** The address of a proxy says nothing about the caller, so a token with networks does not work behind it. */
function isAllowedFrom(networks: readonly string[], { address, isOfProxy }: Use['caller']): boolean {
  return networks.length === 0 || (!isOfProxy && trustedProxies(networks)(address))
}

/** Its owner as the token may act: in their counties that are its counties, too. */
export function personOf(token: TokenRow): Person {
  const { accountId, email, role, ownCounty } = token
  const counties = countiesOf(token)
  const isShown = ownCounty !== null && (counties === 'all' || counties.includes(ownCounty.id))
  const rights = accessOf({ role, countyIds: [] }).rights
  return {
    accountId,
    email,
    role,
    rights: new Set([...rights].filter((right) => !NEVER.has(right))),
    counties,
    ownCounty: isShown ? ownCounty : null,
  }
}

function countiesOf({ role, ownerCountyIds, countyIds }: TokenRow): Counties {
  const { counties } = accessOf({ role, countyIds: ownerCountyIds })
  if (countyIds === null) return counties
  return counties === 'all' ? countyIds : counties.filter((id) => countyIds.includes(id))
}
