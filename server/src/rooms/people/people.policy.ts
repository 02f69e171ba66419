import {
  ADMIN_ONLY_CHANGE,
  ADMIN_ONLY_ENABLE,
  COUNTY_GRANT_FORBIDDEN,
  NOT_YOUR_OWN_ACCESS,
  PERSON_NOT_FOUND,
  ROLE_GRANT_FORBIDDEN,
} from '@portal/contract/people/people-errors.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { mayKnow } from '../../records/accounts/known-people.policy.ts'
import type { Person } from '../../records/access/actor.ts'
import type { Refusal } from '../../records/access/refusal.ts'

/** The caller. Administrators see all counties. */
export type PeopleManager = Pick<Person, 'accountId' | 'counties'>

/** The person to act on. */
export type Subject = { readonly id: number; readonly role: Role; readonly countyIds: readonly number[] }

type Access = Pick<Subject, 'role' | 'countyIds'>

/** The roles that managers manage and can give. */
const ROLES_OF_MANAGED: ReadonlySet<Role> = new Set<Role>(['user', 'reader'])

/**
 * A manager acts only on users and readers of their own counties, and never on themselves. A person whom the caller may
 * not know gets the same response as a person who does not exist.
 */
export function mayActOn(by: PeopleManager, subject: Subject): Refusal | null {
  const { counties } = by
  if (!mayKnow(by, subject)) return PERSON_NOT_FOUND
  if (counties === 'all') return null
  if (subject.id === by.accountId) return NOT_YOUR_OWN_ACCESS
  const isTheirs =
    ROLES_OF_MANAGED.has(subject.role) && subject.countyIds.every((id) => counties.includes(id))
  return isTheirs ? null : ADMIN_ONLY_CHANGE
}

/**
 * A manager sends the link to users and readers of any of their counties. Only the person receives the link, and it
 * changes nothing, so a second county does not matter.
 */
export function maySendLink(by: PeopleManager, subject: Subject): Refusal | null {
  const refusal = mayActOn(by, subject)
  const isShared = refusal === ADMIN_ONLY_CHANGE && ROLES_OF_MANAGED.has(subject.role)
  return isShared ? null : refusal
}

/**
 * A manager enables a person only if a manager disabled them. A person disabled by an administrator or by an unknown
 * person is the administrator's.
 */
export function mayEnable(
  { counties }: PeopleManager,
  { isDisabledByManager }: { readonly isDisabledByManager: boolean },
): Refusal | null {
  return counties === 'all' || isDisabledByManager ? null : ADMIN_ONLY_ENABLE
}

/** An administrator can give any role and county. A manager can give their own counties to users and readers. */
export function mayGive({ counties }: PeopleManager, { role, countyIds }: Access): Refusal | null {
  if (counties === 'all') return null
  if (!ROLES_OF_MANAGED.has(role)) return ROLE_GRANT_FORBIDDEN
  const areTheirs = countyIds.length > 0 && countyIds.every((id) => counties.includes(id))
  return areTheirs ? null : COUNTY_GRANT_FORBIDDEN
}

/** People cannot change their own role or disable themselves. */
export function isOwnLoss(
  { accountId }: PeopleManager,
  { id, role }: Subject,
  wanted: { readonly role?: Role; readonly isDisabled?: boolean },
): boolean {
  return (
    accountId === id && ((wanted.role !== undefined && wanted.role !== role) || wanted.isDisabled === true)
  )
}
