import {
  CANNOT_BE_INVITED,
  TOO_MANY_INVITED_TODAY,
  type Verdict,
} from '@portal/contract/people/invitations.ts'
import { splitInvitedLine } from '@portal/contract/people/invited-lines.ts'
import type { Person, PersonState, SecondFactorFilter } from '@portal/contract/people/people.ts'
import type { SelectOption } from '../../lib/select-options.ts'
import { ROLE_NAMES, ROLES, type Role } from '@portal/contract/access/roles.ts'

export const STATE_NAMES: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}

export const SECOND_FACTOR_NAMES: Readonly<Record<SecondFactorFilter, string>> = {
  on: 'On',
  off: 'Off',
  needed: 'Required',
}

/** A person's state. An invitation whose links have all expired can be sent again. */
export function stateText({ state, isLinkOver }: Pick<Person, 'state' | 'isLinkOver'>): string {
  return isLinkOver ? 'Invitation expired' : STATE_NAMES[state]
}

/** The second factors and passkeys that a person has. */
export function factorsText({
  secondFactor,
  hasPasskey,
  lacksSecondFactor,
}: Pick<Person, 'secondFactor' | 'hasPasskey' | 'lacksSecondFactor'>): string {
  if (lacksSecondFactor) return 'Required'
  if (secondFactor === 'off') return hasPasskey ? 'Passkey' : 'None'
  return hasPasskey ? 'Codes and passkey' : 'Codes'
}

/** What each role permits, shown where a role is chosen. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  user: 'Sees and uploads documents of their counties, and deletes their own uploads.',
  manager: 'Like a county user, and also invites and manages the people of their counties.',
  staff: 'Like a county user, and also edits documents of their counties and sets their status.',
  administrator: 'Sees and changes everything, in all counties.',
  reader: 'Sees and downloads documents of their counties, and changes nothing.',
}

export const VERDICT_TEXTS: Readonly<Record<Verdict, string>> = {
  invited: 'Invited.',
  'already-there': 'There is already an account.',
  'not-an-address': 'This is not an e-mail address.',
  'address-in-name': 'A name cannot hold an @. Please put each address on a line of its own.',
  'cannot-be-invited': CANNOT_BE_INVITED,
  'too-many-today': TOO_MANY_INVITED_TODAY,
}

const ROLES_OF_THE_FIRM: ReadonlySet<Role> = new Set<Role>(['staff', 'administrator'])

/** The roles that the user may grant: managers create only users and readers. */
export function roleOptions({ isAdmin }: { readonly isAdmin: boolean }): SelectOption[] {
  const given: readonly Role[] = isAdmin ? ROLES : ['user', 'reader']
  return given.map((role) => ({ value: role, label: ROLE_NAMES[role] }))
}

/** The roles to filter by: managers do not see the firm's people. */
export function roleFilterOptions({ isAdmin }: { readonly isAdmin: boolean }): SelectOption[] {
  const seen = ROLES.filter((role) => isAdmin || !ROLES_OF_THE_FIRM.has(role))
  return [
    { value: '', label: 'All roles' },
    ...seen.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
  ]
}

/** A person's name in sentences. The address comes first, because people choose their own name. */
export function nameOf({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === '' ? email : `${email} (${name})`
}

/** A person's counties in a cell: the first two by name, and the number of others. */
export function countiesText({ counties, role }: Pick<Person, 'counties' | 'role'>): string {
  if (role === 'administrator') return 'All'
  const [first, second, ...more] = counties.map(({ Name }) => Name)
  const named = [first, second].filter((name) => name !== undefined).join(', ')
  return more.length === 0 ? named : `${named} and ${more.length} more`
}

/** The lines of a pasted list of people, without duplicates. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/u).flatMap(splitInvitedLine)
  return [...new Set(lines.filter((line) => line !== ''))]
}

export function totalText(total: number): string {
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'person' : 'people'}`
}
