import { VIEW_CHANGE_FORBIDDEN, VIEW_SHARE_FORBIDDEN, type Audience } from '@portal/contract/views/views.ts'
import type { Person } from '../../records/access/actor.ts'
import { maySeeCounty, ROLES_IN_COUNTIES } from '../../records/access/county.policy.ts'
import type { Refusal } from '../../records/access/refusal.ts'

/** The person whose views are listed. */
export type ViewReader = Pick<Person, 'accountId' | 'counties'> & {
  /** Staff and administrators see the views of the firm. */
  readonly isOfFirm: boolean
}

type Sharing = Pick<Person, 'accountId' | 'counties' | 'rights'>
type Target = { readonly audience: Audience; readonly countyId: number | null }
type View = Target & { readonly accountId: number }

export function viewReader({ accountId, counties, role }: Person): ViewReader {
  return { accountId, counties, isOfFirm: !ROLES_IN_COUNTIES.includes(role) }
}

/** Managers share with their counties, administrators with all counties and the firm. */
export function mayShare(person: Sharing, { audience, countyId }: Target): Refusal | null {
  if (audience === 'me') return null
  if (audience === 'firm') return person.counties === 'all' ? null : VIEW_SHARE_FORBIDDEN
  const isManager = person.rights.has('people.manage')
  return isManager && countyId !== null && maySeeCounty(person, countyId) ? null : VIEW_SHARE_FORBIDDEN
}

/** For a view that the person may see. Whoever may share with its audience may change it. */
export function mayChange(person: Sharing, view: View): Refusal | null {
  if (view.audience === 'me') return view.accountId === person.accountId ? null : VIEW_CHANGE_FORBIDDEN
  return mayShare(person, view) && VIEW_CHANGE_FORBIDDEN
}

/** A view becomes personal only for its owner, because nobody else could see it then. */
export function mayMove(person: Sharing, view: View, target: Target): Refusal | null {
  const isTakenBack = target.audience === 'me' && view.accountId !== person.accountId
  return mayChange(person, view) ?? (isTakenBack ? VIEW_CHANGE_FORBIDDEN : mayShare(person, target))
}
