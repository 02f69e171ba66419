import type { AgentToLink, OwnerToLink } from '@portal/contract/edit/edit-links.ts'
import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import type { Party } from '../../../lib/parties.ts'

/** A party and its relation to the document, linked or to be linked. */
export type Link = { readonly party: Party; readonly relation: LookupItem }

/** A saved link. */
export type AssignedLink = Link & {
  /** The lines of an agent's address. */
  readonly address: readonly string[]
}

/** A document's links of one kind; if loading failed, an empty list and the reason. */
export type Links = { readonly list: readonly AssignedLink[]; readonly failure: string | null }

export function isSameLink(one: Link, other: Link): boolean {
  return isSameParty(one.party, other.party) && one.relation.ID === other.relation.ID
}

/** An agent without a known number is identified by name and legacy code, as in the call that links it. */
function isSameParty(one: Party, other: Party): boolean {
  if (one.number !== 0 && other.number !== 0) return one.number === other.number
  return one.name === other.name && one.note === other.note
}

export function ownerToLink({ party, relation }: Link): OwnerToLink {
  return {
    partyNumber: party.number,
    organizationName: party.name,
    cadName: party.note,
    relationTypeId: relation.ID,
  }
}

export function agentToLink({ party, relation }: Link): AgentToLink {
  return { agentName: party.name, legacyCode: party.note, relationTypeId: relation.ID }
}
