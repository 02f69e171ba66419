import { countyScope, type CountyScope } from '../access/county.policy.ts'
import type { Person } from '../access/actor.ts'

/** Which deleted documents a list may show at all. */
export type BinScope = {
  readonly seen: CountyScope
  /** Only what this account uploaded; null for whoever manages what others uploaded, 0 for who may restore nothing. */
  readonly uploadedBy: number | null
}

/** What a person may restore, as `mayRestore` says it of one document. */
export function binScope(person: Person): BinScope {
  const own = person.rights.has('documents.add') ? person.accountId : 0
  return { seen: countyScope(person), uploadedBy: person.rights.has('documents.manage') ? null : own }
}
