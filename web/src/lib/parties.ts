export type LinkKind = 'owner' | 'agent'
export const LINK_KINDS: readonly LinkKind[] = ['owner', 'agent']

/** An organization or agent that can be linked to a document. */
export type Party = {
  /** The party number of an organization, or the number of an agent; 0 if the response does not include it. */
  readonly number: number
  readonly name: string
  /** The county's name for an organization, or the legacy code of an agent; may be empty. */
  readonly note: string
}

/** Identifies a party in a list. */
export function partyKey({ number, name, note }: Party): string {
  return number === 0 ? `${name} ${note}` : String(number)
}

/** The details that distinguish an organization: its number, and the county's name for it if that differs. */
export function organizationNote({ number, name, note }: Party): string {
  return [String(number), isOtherName(note, name) && note].filter(Boolean).join(' · ')
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
