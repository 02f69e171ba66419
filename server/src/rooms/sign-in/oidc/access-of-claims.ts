import { parseEmail, type Email } from '@portal/contract/email.ts'
import { ADDRESS_UNVERIFIED, DOMAIN_NOT_OFFERED } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Kysely } from 'kysely'
import type { Issuer, IssuerRule } from '../../../engines/config/issuers.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { GrantedAccess } from '../../../records/accounts/identities/identity.repository.ts'
import { findCountiesToGive } from '../../../records/counties/counties.repository.ts'
import type { Role } from '@portal/contract/access/roles.ts'

/** The facts that an issuer's rules match on. */
type Facts = { readonly groups: readonly string[]; readonly domain: string | null }

/** A role, and counties by their number in the state. */
type RuledAccess = { readonly role: Role; readonly countyNumbers: readonly string[] }

/** The claims of an issuer about a person, by the names of OpenID Connect Core, section 5.1. */
export type Claims = Readonly<Record<string, unknown>>

/** Some issuers do not send `true` as JSON. None of these values can mean anything else. */
const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/**
 * Returns the address that the issuer has verified.
 * @throws PortalError 403 if the issuer does not call the address verified, or has no authority over its domain.
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
 * Returns the access that the issuer's rules grant for these claims, or null if none. A closed county is kept if the
 * rules granted it `before`.
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
 * Returns the claims of the ID token, completed by the user info. "Verified" counts only for the address that it was
 * sent with, so the user info cannot verify another address in the ID token.
 */
export function joinClaims(token: Claims, userInfo: Claims, verifiedClaim: string): Claims {
  return { ...userInfo, ...token, [verifiedClaim]: aboutAddress(token, userInfo)[verifiedClaim] }
}

function aboutAddress(token: Claims, userInfo: Claims): Claims {
  if (token['email'] === undefined) return userInfo
  return token['email'] === userInfo['email'] ? { ...userInfo, ...token } : token
}

/**
 * Returns what the rules grant, or null if none matches. The first match sets the role. Further matches add their
 * counties only if they have the same role, so a person gets a role only in the counties of a rule with that role.
 */
export function accessFromRules({ rules }: Pick<Issuer, 'rules'>, facts: Facts): RuledAccess | null {
  const fitting = rules.filter((rule) => fits(rule, facts))
  const [first] = fitting
  if (!first) return null
  const { role } = first
  const counties = fitting.filter((rule) => rule.role === role).flatMap((rule) => rule.counties)
  return { role, countyNumbers: [...new Set(counties)] }
}

/** A rule with both groups and a domain needs both to match. */
function fits(rule: IssuerRule, { groups, domain }: Facts): boolean {
  const isInGroup = rule.groups === undefined || rule.groups.some((group) => groups.includes(group))
  return isInGroup && (rule.domain === undefined || rule.domain === domain)
}
