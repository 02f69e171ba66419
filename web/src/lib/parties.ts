import { MAX_COUNTED_OWNERS } from '@portal/contract/limits.ts'
import { USUAL_RELATIONS } from '@portal/contract/lookups/usual-relations.ts'
import type { LookupItem } from '@portal/contract/lookups/lookups.ts'

export type LinkKind = 'owner' | 'agent'
export const LINK_KINDS: readonly LinkKind[] = ['owner', 'agent']

/** An organization or agent that can be linked to a document. */
export type Party = {
  /** The party number of an organization, or the number of an agent; 0 if the response does not include it. */
  readonly number: number
  readonly name: string
  /** The county's name for an organization, or the legacy code of an agent; may be empty. */
  readonly note: string
  /** Whether an organization is an owner on the newest roll of the county. */
  readonly isOnRoll?: boolean
  /** City and state of an agent. */
  readonly place?: string
  /** How many owners an agent has here, at most `MAX_COUNTED_OWNERS`. */
  readonly owners?: number
}

/** Identifies a party in a list. */
export function partyKey({ number, name, note }: Party): string {
  return number === 0 ? `${name} ${note}` : String(number)
}

/** The details that distinguish an organization: its number, and the county's name for it if that differs. */
export function organizationNote({ number, name, note }: Party): string {
  return [String(number), isOtherName(note, name) && note].filter(Boolean).join(' · ')
}

/** The details that distinguish an agent: its legacy code, its place, and its owners here. */
export function agentDetails({ note, place = '', owners }: Party): string {
  return [note, place, owners !== undefined && ownersText(owners)].filter(Boolean).join(' · ')
}

type PartyTexts = {
  readonly party: string
  readonly hint: string
  /** The description of a party in suggestions and rows. */
  readonly note: (party: Party) => string
}

/** The search for a party. */
export const PARTY_TEXTS: Record<LinkKind, PartyTexts> = {
  owner: { party: 'Organization', hint: 'Type a party number or a name.', note: organizationNote },
  agent: { party: 'Agent name', hint: 'Type a part of the name.', note: agentDetails },
}

function ownersText(owners: number): string {
  if (owners >= MAX_COUNTED_OWNERS) return `${MAX_COUNTED_OWNERS.toLocaleString('en-US')} owners here or more`
  if (owners === 0) return 'no owners in this county'
  return owners === 1 ? '1 owner here' : `${owners} owners here`
}

/** The relation that the roll gives an owner on it; null for others. */
export function relationOnRoll(
  { isOnRoll }: Pick<Party, 'isOnRoll'>,
  relationTypes: readonly LookupItem[],
): LookupItem | null {
  return isOnRoll === true ? ownerRelation(relationTypes) : null
}

/** The relation of owners; null if the firm has none of this name. */
export function ownerRelation(relationTypes: readonly LookupItem[]): LookupItem | null {
  return relationTypes.find(({ Name }) => Name === USUAL_RELATIONS.owner) ?? null
}

/** The only organization with this number or whole name; null if there is none, or if several match. */
export function onlyPartyNamed(text: string, parties: readonly Party[]): Party | null {
  const names = ({ number, name, note }: Party) => [String(number), folded(name), folded(note)]
  const [only, ...others] = parties.filter((party) => names(party).includes(folded(text)))
  return only === undefined || others.length > 0 ? null : only
}

/** Compares names without case, because counties write names in capital letters. */
function isOtherName(one: string, other: string): boolean {
  return folded(one) !== folded(other)
}

function folded(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** The message when no party matches the typed text. */
export function noMatchText(kind: LinkKind, term: string): string {
  if (kind === 'agent') return 'No agent matches this name.'
  return /^\d+$/.test(term)
    ? 'No organization matches this party number.'
    : 'No organization matches this name.'
}

export function loadFailedText(reason: string): string {
  return `Failed to load organization data: ${reason}`
}
