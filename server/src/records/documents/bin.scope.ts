import { countyScope, type CountyScope } from '../access/county.policy.ts'
import type { Person } from '../access/actor.ts'

/** The deleted documents that a list may show. */
export type BinScope = {
  readonly seen: CountyScope
  /** Limits the list to this account's uploads. Null for managers of others' uploads, 0 if nothing may be restored. */
  readonly uploadedBy: number | null
}

/** Returns which documents a person may restore, by the same rule as `mayRestore`. */
export function binScope(person: Person): BinScope {
  const own = person.rights.has('documents.add') ? person.accountId : 0
  return { seen: countyScope(person), uploadedBy: person.rights.has('documents.manage') ? null : own }
}
