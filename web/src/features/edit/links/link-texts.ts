import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { PARTY_TEXTS, type LinkKind, type Party } from '../../../lib/parties.ts'

type HalfChoice = {
  readonly text: string
  readonly chosen: Party | null
  readonly relation: LookupItem | null
}

type Texts = {
  readonly title: string
  readonly add: string
  readonly pending: string
  readonly assigned: string
  /** Shown if the pair cannot be added: party or relation type is missing. */
  readonly incomplete: string
  /** Shown after the rest was saved: a party is chosen, but no relation type. */
  readonly withoutRelation: string
  readonly duplicate: string
  readonly note: (party: Party) => string
}

export const LINK_TEXTS: Record<LinkKind, Texts> = {
  owner: {
    title: 'Owner',
    add: 'Add owner',
    pending: 'To be linked when you save',
    assigned: 'Assigned owners',
    incomplete: 'Please select both an organization and relation type',
    withoutRelation: 'Please select both an organization and relation type',
    duplicate: 'This organization is already added',
    note: PARTY_TEXTS.owner.note,
  },
  agent: {
    title: 'Agent',
    add: 'Add agent',
    pending: 'To be linked when you save',
    assigned: 'Assigned agents',
    incomplete: 'Please select both an agent and relation type',
    withoutRelation: 'Please select a relation type for the agent.',
    duplicate: 'This agent is already added',
    note: PARTY_TEXTS.agent.note,
  },
}

/** What was not linked because the choice is incomplete; null if nothing was left out. */
export function leftOutText(kind: LinkKind, { text, chosen, relation }: HalfChoice): string | null {
  if (chosen !== null)
    return relation === null ? `Not linked: ${chosen.name}, because no relation type is chosen.` : null
  const typed = text.trim() === '' ? relation && `the relation type ${relation.Name}` : `“${text.trim()}”`
  if (typed === null) return null
  return `Not linked: no ${kind === 'owner' ? 'organization' : 'agent'} is chosen for ${typed}.`
}

/** The sentences of the specification, section 8, and their variants for agents. */
export function savedText({ owners, agents }: { owners: number; agents: number }): string {
  const linked = [owners > 0 && `${owners} owner(s)`, agents > 0 && `${agents} agent(s)`].filter(Boolean)
  return linked.length === 0
    ? 'Status updated successfully!'
    : `Successfully linked ${linked.join(' and ')} and updated status!`
}
