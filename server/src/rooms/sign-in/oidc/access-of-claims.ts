import { parseEmail, type Email } from '@portal/contract/email.ts'
import { ADDRESS_UNVERIFIED, DOMAIN_NOT_OFFERED } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Kysely } from 'kysely'
import type { Issuer, IssuerRule } from '../../../engines/config/issuers.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { GrantedAccess } from '../../../records/accounts/identities/identity.repository.ts'
import { findCountiesToGive } from '../../../records/counties/counties.repository.ts'
import type { Role } from '@portal/contract/access/roles.ts'

/** What an issuer says of somebody that its rules look at. */
type Facts = { readonly groups: readonly string[]; readonly domain: string | null }

/** A role, and counties by their number in the state. */
type RuledAccess = { readonly role: Role; readonly countyNumbers: readonly string[] }

/** What an issuer says of somebody, by the names of OpenID Connect Core, section 5.1. */
export type Claims = Readonly<Record<string, unknown>>

/** Not every issuer says `true` in JSON; none of these can mean anything else. */
const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/**
 * The address that an issuer vouches for.
 * @throws PortalError 403 where it does not say that the address is verified, or may not speak for its domain.
 */
export function requireVouchedAddress(claims: Claims, issuer: Issuer): Email {
  const values = { name: issuer.name }
  const email = verifiedAddress(claims, issuer)
  if (!email) throw failure(ADDRESS_UNVERIFIED, { values })
  if (!issuer.domains.includes(email.domain)) throw failure(DOMAIN_NOT_OFFERED, { values })
  return email
}

function verifiedAddress(claims: Claims, { verifiedClaim }: Issuer): Email | null {
  const { email } = claims
  return typeof email === 'string' && YES.has(claims[verifiedClaim]) ? parseEmail(email) : null
}

type Said = { claims: Claims; issuer: Issuer; before: GrantedAccess | null }

/**
 * What the issuer's rules give somebody of whom it says that; null where that is nothing. A county that was closed stays
 * given to whom they gave it `before`.
 */
export async function accessFromClaims(
  db: Kysely<DB>,
  { claims, issuer, before }: Said,
): Promise<GrantedAccess | null> {
  const email = verifiedAddress(claims, issuer)
  const domain = email && issuer.domains.includes(email.domain) ? email.domain : null
  const ruled = accessFromRules(issuer, { groups: groupsIn(claims[issuer.groupsClaim]), domain })
  if (!ruled) return null
  const countyIds = await findCountiesToGive(db, {
    numbers: ruled.countyNumbers,
    kept: before?.countyIds ?? [],
  })
  return countyIds.length > 0 || ruled.role === 'administrator' ? { role: ruled.role, countyIds } : null
}

function groupsIn(claim: unknown): string[] {
  const groups: unknown[] = Array.isArray(claim) ? claim : [claim]
  return groups.filter((group) => typeof group === 'string')
}

/**
 * What the ID token says, and what it leaves out by the user info. That an address is verified counts for the address that
 * it was said of: an ID token with another one is not verified by the user info.
 */
export function joinClaims(token: Claims, userInfo: Claims, verifiedClaim: string): Claims {
  return { ...userInfo, ...token, [verifiedClaim]: aboutAddress(token, userInfo)[verifiedClaim] }
}

function aboutAddress(token: Claims, userInfo: Claims): Claims {
  if (token['email'] === undefined) return userInfo
  return token['email'] === userInfo['email'] ? { ...userInfo, ...token } : token
}

/**
 * What the rules give; null where none fits. The first that fits says the role, and others add their counties only where
 * they say the same role: nobody gets a role in a county that no rule gives it in.
 */
export function accessFromRules({ rules }: Pick<Issuer, 'rules'>, facts: Facts): RuledAccess | null {
  const fitting = rules.filter((rule) => fits(rule, facts))
  const [first] = fitting
  if (!first) return null
  const { role } = first
  const counties = fitting.filter((rule) => rule.role === role).flatMap((rule) => rule.counties)
  return { role, countyNumbers: [...new Set(counties)] }
}

/** A rule that names both groups and a domain takes both. */
function fits(rule: IssuerRule, { groups, domain }: Facts): boolean {
  const isInGroup = rule.groups === undefined || rule.groups.some((group) => groups.includes(group))
  return isInGroup && (rule.domain === undefined || rule.domain === domain)
}
