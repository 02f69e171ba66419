import type { Named } from '@portal/contract/lookups.ts'
import type { LinkKind, Party } from './links.ts'

type HalfChoice = { readonly text: string; readonly chosen: Party | null; readonly relation: Named | null }

type Texts = {
  readonly title: string
  readonly party: string
  readonly hint: string
  readonly add: string
  readonly pending: string
  readonly assigned: string
  /** Either of organization or agent and relation type is missing where the pair is to be added. */
  readonly incomplete: string
  /** Somebody is chosen, but no relation type, where the rest is saved. */
  readonly withoutRelation: string
  readonly duplicate: string
  /** A party as its suggestion and its row name it. */
  readonly note: (party: Party) => string
}

export const LINK_TEXTS: Record<LinkKind, Texts> = {
  owner: {
    title: 'Owner',
    party: 'Organization',
    hint: 'Type a party number or a name.',
    add: 'Add owner',
    pending: 'Owners that Save will link',
    assigned: 'Assigned owners',
    incomplete: 'Please select both an organization and relation type',
    withoutRelation: 'Please select both an organization and relation type',
    duplicate: 'This organization is already added',
    note: ({ number, name, note }) =>
      [String(number), isOtherName(note, name) && note].filter(Boolean).join(' · '),
  },
  agent: {
    title: 'Agent',
    party: 'Agent name',
    hint: 'Type a part of the name.',
    add: 'Add agent',
    pending: 'Agents that Save will link',
    assigned: 'Assigned agents',
    incomplete: 'Please select both an agent and relation type',
    withoutRelation: 'Please select a relation type for the agent.',
    duplicate: 'This agent is already added',
    note: ({ note }) => note,
  },
}

/** A county writes the names of its roll in capitals: that alone makes no other name. */
function isOtherName(one: string, other: string): boolean {
  return folded(one) !== folded(other)
}

function folded(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** What half a choice has kept a save from linking; null where there is none. */
export function leftOutText(kind: LinkKind, { text, chosen, relation }: HalfChoice): string | null {
  if (chosen !== null)
    return relation === null ? `Not linked: ${chosen.name}, because no relation type is chosen.` : null
  const typed = text.trim() === '' ? relation && `the relation type ${relation.Name}` : `“${text.trim()}”`
  if (typed === null) return null
  return `Not linked: no ${kind === 'owner' ? 'organization' : 'agent'} is chosen for ${typed}.`
}

/** What is said where nobody matches what was typed. */
export function noMatchText(kind: LinkKind, term: string): string {
  if (kind === 'agent') return 'No agent matches this name.'
  return /^\d+$/.test(term)
    ? 'No organization matches this party number.'
    : 'No organization matches this name.'
}

export function loadFailedText(reason: string): string {
  return `Failed to load organization data: ${reason}`
}

/** The sentences of the specification, section 8, and their variants for agents. */
export function savedText({ owners, agents }: { owners: number; agents: number }): string {
  const linked = [owners > 0 && `${owners} owner(s)`, agents > 0 && `${agents} agent(s)`].filter(Boolean)
  return linked.length === 0
    ? 'Status updated successfully!'
    : `Successfully linked ${linked.join(' and ')} and updated status!`
}
