import {
  ADMIN_ONLY_CHANGE,
  ADMIN_ONLY_ENABLE,
  COUNTY_GRANT_FORBIDDEN,
  NOT_YOUR_OWN_ACCESS,
  PERSON_NOT_FOUND,
  ROLE_GRANT_FORBIDDEN,
} from '@portal/contract/people/people-errors.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { ROLES_IN_COUNTIES } from '../../records/access/county.policy.ts'
import type { Person } from '../../records/access/actor.ts'
import type { Refusal } from '../../records/access/refusal.ts'

/** Who asks; administrators see all counties. */
export type PeopleManager = Pick<Person, 'accountId' | 'counties'>

/** Of whom something is asked. */
export type Subject = { readonly id: number; readonly role: Role; readonly countyIds: readonly number[] }

type Access = Pick<Subject, 'role' | 'countyIds'>

/** Whom managers look after, and what they may make people. */
const ROLES_OF_MANAGED: ReadonlySet<Role> = new Set<Role>(['user', 'reader'])

/** Who is not to be seen is answered as who is not there. */
function maySee({ counties }: PeopleManager, { role, countyIds }: Access): boolean {
  if (counties === 'all') return true
  return ROLES_IN_COUNTIES.includes(role) && countyIds.some((id) => counties.includes(id))
}

/** A manager acts on users and readers of their own counties alone, and never on themselves. */
export function mayActOn(by: PeopleManager, subject: Subject): Refusal | null {
  const { counties } = by
  if (!maySee(by, subject)) return PERSON_NOT_FOUND
  if (counties === 'all') return null
  if (subject.id === by.accountId) return NOT_YOUR_OWN_ACCESS
  const isTheirs =
    ROLES_OF_MANAGED.has(subject.role) && subject.countyIds.every((id) => counties.includes(id))
  return isTheirs ? null : ADMIN_ONLY_CHANGE
}

/**
 * A manager sends the link to users and readers of any of their counties. The link goes to the person alone and changes
 * nothing, so a second county does not matter.
 */
export function maySendLink(by: PeopleManager, subject: Subject): Refusal | null {
  const refusal = mayActOn(by, subject)
  const isShared = refusal === ADMIN_ONLY_CHANGE && ROLES_OF_MANAGED.has(subject.role)
  return isShared ? null : refusal
}

/** A manager enables whom a manager disabled, and nobody whom an administrator or somebody unknown did. */
export function mayEnable(
  { counties }: PeopleManager,
  { isDisabledByManager }: { readonly isDisabledByManager: boolean },
): Refusal | null {
  return counties === 'all' || isDisabledByManager ? null : ADMIN_ONLY_ENABLE
}

/** An administrator gives anything, a manager their own counties to users and readers. */
export function mayGive({ counties }: PeopleManager, { role, countyIds }: Access): Refusal | null {
  if (counties === 'all') return null
  if (!ROLES_OF_MANAGED.has(role)) return ROLE_GRANT_FORBIDDEN
  const areTheirs = countyIds.length > 0 && countyIds.every((id) => counties.includes(id))
  return areTheirs ? null : COUNTY_GRANT_FORBIDDEN
}

/** Nobody takes their own role, or locks themselves out. */
export function isOwnLoss(
  { accountId }: PeopleManager,
  { id, role }: Subject,
  wanted: { readonly role?: Role; readonly isDisabled?: boolean },
): boolean {
  return (
    accountId === id && ((wanted.role !== undefined && wanted.role !== role) || wanted.isDisabled === true)
  )
}
