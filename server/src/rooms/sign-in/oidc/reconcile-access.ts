import type { GrantedAccess } from '../../../records/accounts/identities/identity.repository.ts'

/** What somebody may do, what the rules gave them when they last spoke, and what they give them now. */
type Renewal = {
  readonly current: GrantedAccess
  readonly before: GrantedAccess
  readonly now: GrantedAccess
}

/**
 * What somebody may do from now on, null where that is what they may do already, and what the issuer is remembered to have
 * given. It takes away and adds what it gives itself: what people of the portal gave, took or changed by hand stays. So a
 * role that was set by hand is carried into no county that the rules give with another.
 */
export function reconcileAccess({ current, before, now }: Renewal): {
  change: GrantedAccess | null
  keep: GrantedAccess
} {
  const isByHand = current.role !== before.role
  const role = isByHand ? current.role : now.role
  const taken = new Set(before.countyIds.filter((id) => !now.countyIds.includes(id)))
  const added = role === now.role ? now.countyIds.filter((id) => !before.countyIds.includes(id)) : []
  const countyIds = [...new Set([...current.countyIds.filter((id) => !taken.has(id)), ...added])]
  const isSame =
    role === current.role &&
    countyIds.length === current.countyIds.length &&
    countyIds.every((id) => current.countyIds.includes(id))
  const given = [...before.countyIds.filter((id) => !taken.has(id)), ...added]
  const keep = { role: isByHand ? before.role : now.role, countyIds: given }
  return { change: isSame ? null : { role, countyIds }, keep }
}
