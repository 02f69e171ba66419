import type { Right } from '@portal/contract/rights.ts'
import type { Counties } from './person.ts'

type Role = { isAdmin: boolean; countyId: number | null }

const OF_ADMINISTRATORS: ReadonlySet<Right> = new Set(['documents.edit', 'documents.manage'])
const OF_USERS: ReadonlySet<Right> = new Set()

/** What an account's role lets its person do, and in which counties. */
export function accessOf({ isAdmin, countyId }: Role): { rights: ReadonlySet<Right>; counties: Counties } {
  if (isAdmin) return { rights: OF_ADMINISTRATORS, counties: 'all' }
  return { rights: OF_USERS, counties: countyId === null ? [] : [countyId] }
}
