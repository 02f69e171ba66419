import type { AssignedAgent, AssignedOwner, OwnerToLink, AgentToLink } from '@portal/contract/edit.ts'
import type { Agent, Named, Organization } from '@portal/contract/lookups.ts'

export type LinkKind = 'owner' | 'agent'
export const LINK_KINDS: readonly LinkKind[] = ['owner', 'agent']

/** Somebody who can be linked to a document. */
export type Party = {
  /** The party number of an organization, or the number of an agent. */
  readonly number: number
  readonly name: string
  /** The county's name for an organization, or the legacy code of an agent; may be empty. */
  readonly note: string
}

/** Somebody with the relation they have to the document, linked or to be linked. */
export type Link = { readonly party: Party; readonly relation: Named }

/** A link that stands. */
export type AssignedLink = Link & {
  /** The lines of an agent's address. */
  readonly address: readonly string[]
}

/** The links of one kind that a document has; none where they could not be loaded, and then why. */
export type Links = { readonly list: readonly AssignedLink[]; readonly failure: string | null }

export function isSameLink(one: Link, other: Link): boolean {
  return one.party.number === other.party.number && one.relation.ID === other.relation.ID
}

export function organizationParty({ Id, OrganizationName, Name }: Organization): Party {
  return { number: Id, name: OrganizationName, note: Name }
}

export function agentParty({ AgentNbr, AgentName, LegacyCode }: Agent): Party {
  return { number: AgentNbr, name: AgentName, note: LegacyCode }
}

export function ownerLink(owner: AssignedOwner): AssignedLink {
  return {
    party: { number: owner.partyNumber, name: owner.OrganizationName, note: owner.CADName },
    relation: { ID: owner.relationTypeId, Name: owner.relationTypeName },
    address: [],
  }
}

export function agentLink(agent: AssignedAgent): AssignedLink {
  const place = [agent.City, [agent.StateAbbreviation || agent.StateName, agent.PostalCode].join(' ').trim()]
  return {
    party: { number: agent.AgentNbr, name: agent.OrganizationName, note: agent.LegacyCode },
    relation: { ID: agent.relationTypeId, Name: agent.relationTypeName },
    address: [agent.Address1, agent.Address2, agent.Address3, place.filter(Boolean).join(', ')].filter(
      Boolean,
    ),
  }
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
