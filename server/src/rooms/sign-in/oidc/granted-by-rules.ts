import type { Issuer, IssuerRule } from '../../../engines/config/issuers.ts'
import type { Role } from '@portal/contract/access/roles.ts'

/** What an issuer says of somebody that its rules look at. */
export type Facts = { readonly groups: readonly string[]; readonly domain: string | null }

/** A role, and counties by their number in the state. */
export type RuledAccess = { readonly role: Role; readonly countyNumbers: readonly string[] }

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
