import type { Given } from '../../../records/accounts/identities/identity.repository.ts'

/** What somebody may do, what the rules gave them when they last spoke, and what they give them now. */
type Renewal = { readonly current: Given; readonly before: Given; readonly now: Given }

/**
 * What somebody may do from now on; null where that is what they may do already. An issuer takes away and adds what it
 * gives itself: what people of the portal gave, took or changed by hand stays.
 */
export function renewedAccess({ current, before, now }: Renewal): Given | null {
  const taken = new Set(before.countyIds).difference(new Set(now.countyIds))
  const added = new Set(now.countyIds).difference(new Set(before.countyIds))
  const countyIds = [...new Set([...current.countyIds.filter((id) => !taken.has(id)), ...added])]
  const role = current.role === before.role ? now.role : current.role
  const isSame =
    role === current.role &&
    countyIds.length === current.countyIds.length &&
    countyIds.every((id) => current.countyIds.includes(id))
  return isSame ? null : { role, countyIds }
}
