import type { OrganizationLists } from './organization-lists.ts'
import type { OrganizationSearch } from './organization-search.ts'
import type { OwnerRolls } from './owner-values/owner-rolls.ts'

/** The state that parties hold between calls. */
export type PartiesState = {
  readonly organizationSearch: OrganizationSearch
  readonly organizationLists: OrganizationLists
  readonly ownerRolls: OwnerRolls
}
