import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { chooseParty, EMPTY_PAIR, type PartyPair } from '../../../lib/party-pair.ts'
import { LINK_TEXTS } from './link-texts.ts'
import type { LinkKind } from '../../../lib/parties.ts'
import { isSameLink, type Link, type Links } from './links.ts'

/** New links of one kind: the input, and the pairs waiting for Save. */
export type LinkDraft = PartyPair & { readonly pending: readonly Link[] }

export const EMPTY_LINK_DRAFT: LinkDraft = { ...EMPTY_PAIR, pending: [] }

type LinkContext = { readonly kind: LinkKind; readonly assigned: Links['list'] }

/** Adds the chosen pair to those waiting for Save, or sets the problem. */
export function addPair(linkDraft: LinkDraft, { kind, assigned }: LinkContext): LinkDraft {
  const { chosen, relation, pending } = linkDraft
  if (chosen === null || relation === null) return { ...linkDraft, problem: LINK_TEXTS[kind].incomplete }
  const link = { party: chosen, relation }
  if ([...assigned, ...pending].some((other) => isSameLink(other, link)))
    return { ...linkDraft, problem: LINK_TEXTS[kind].duplicate }
  return { ...EMPTY_LINK_DRAFT, pending: [...pending, link] }
}

/** Adds a party as it stands, beside what the user is choosing. Without a relation it becomes the choice. */
export function addNamed(
  linkDraft: LinkDraft,
  { party, relation }: Pick<Link, 'party'> & { readonly relation: LookupItem | null },
  context: LinkContext,
): LinkDraft {
  if (relation === null) return chooseParty(linkDraft, party)
  const pair = { ...EMPTY_LINK_DRAFT, pending: linkDraft.pending, chosen: party, relation }
  const { pending, problem } = addPair(pair, context)
  return { ...linkDraft, pending, problem }
}

/** On Save, a complete choice counts as added; an incomplete one stays as it is. */
export function readyToSave(linkDraft: LinkDraft, context: LinkContext): LinkDraft {
  return linkDraft.chosen === null || linkDraft.relation === null ? linkDraft : addPair(linkDraft, context)
}

/** Why a choice cannot be saved with the rest; null if nothing is chosen or everything was added. */
export function halfProblem({ text, chosen, relation, problem }: LinkDraft, kind: LinkKind): string | null {
  if (chosen !== null) return relation === null ? LINK_TEXTS[kind].withoutRelation : problem
  return relation !== null || text.trim() !== '' ? LINK_TEXTS[kind].incomplete : null
}

/** Sets the problem of an incomplete choice after the rest was saved. */
export function afterRest(linkDraft: LinkDraft, kind: LinkKind): LinkDraft {
  const problem = halfProblem(linkDraft, kind)
  return problem === null ? linkDraft : { ...linkDraft, problem }
}

export function withoutPending(linkDraft: LinkDraft, links: readonly Link[]): LinkDraft {
  return { ...linkDraft, pending: linkDraft.pending.filter((link) => !links.includes(link)) }
}

/** Whether closing the dialog would lose links. */
export function isWaiting({ pending, chosen }: LinkDraft): boolean {
  return pending.length > 0 || chosen !== null
}
