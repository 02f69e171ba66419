import { RIGHTS, type Right } from '@portal/contract/access/rights.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import type { Counties } from './actor.ts'

const OF_USERS: readonly Right[] = ['documents.add']

const RIGHTS_OF: Readonly<Record<Role, ReadonlySet<Right>>> = {
  reader: new Set(),
  user: new Set(OF_USERS),
  manager: new Set([...OF_USERS, 'people.manage', 'audit.read']),
  staff: new Set([...OF_USERS, 'documents.edit']),
  administrator: new Set(RIGHTS),
}

/** What an account's role lets its person do, and in which counties: an administrator of the firm sees all. */
export function accessOf({ role, countyIds }: { role: Role; countyIds: readonly number[] }): {
  rights: ReadonlySet<Right>
  counties: Counties
} {
  return { rights: RIGHTS_OF[role], counties: role === 'administrator' ? 'all' : countyIds }
}
