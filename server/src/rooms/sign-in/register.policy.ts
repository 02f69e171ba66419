import type { Email } from '@portal/contract/email.ts'
import type { Settings } from '../../engines/config/settings.ts'

/**
 * Staff of the firm register without a county. The whole domain must match: subdomains and longer names do not count.
 */
export function isStaffEmail(
  { staffEmailDomain }: Pick<Settings, 'staffEmailDomain'>,
  { domain }: Email,
): boolean {
  return staffEmailDomain !== null && domain === staffEmailDomain
}

type Allowed = { domains: readonly string[]; addresses: readonly string[]; closedAt: Date | null }

/**
 * An open county decides who can register for it: exact e-mail domains, and single addresses at free mail providers.
 */
export function mayRegisterFor(
  { domains, addresses, closedAt }: Allowed,
  { domain, address }: Email,
): boolean {
  if (closedAt !== null) return false
  return domains.includes(domain) || addresses.includes(address)
}
