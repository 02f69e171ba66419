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

/** What a role allows, and in which counties. A firm administrator sees all counties. */
export function accessOf({ role, countyIds }: { role: Role; countyIds: readonly number[] }): {
  rights: ReadonlySet<Right>
  counties: Counties
} {
  return { rights: RIGHTS_OF[role], counties: role === 'administrator' ? 'all' : countyIds }
}
