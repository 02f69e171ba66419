import type { Named } from '@portal/contract/lookups.ts'
import { LINK_TEXTS } from './link-texts.ts'
import { isSameLink, type Link, type LinkKind, type Links, type Party } from './links.ts'

/** The making of links of one kind: what is typed and chosen, and the pairs that wait for Save. */
export type LinkDesk = {
  readonly text: string
  readonly chosen: Party | null
  readonly relation: Named | null
  readonly pending: readonly Link[]
  /** Why the pair cannot be added. */
  readonly problem: string | null
}

export const EMPTY_DESK: LinkDesk = { text: '', chosen: null, relation: null, pending: [], problem: null }

/** What is typed after a choice is a search for somebody else. */
export function typeTerm(desk: LinkDesk, text: string): LinkDesk {
  return { ...desk, text, chosen: null, problem: null }
}

export function chooseParty(desk: LinkDesk, chosen: Party): LinkDesk {
  return { ...desk, text: chosen.name, chosen, problem: null }
}

export function chooseRelation(desk: LinkDesk, relation: Named | null): LinkDesk {
  return { ...desk, relation, problem: null }
}

type At = { readonly kind: LinkKind; readonly assigned: Links['list'] }

/** Moves the chosen pair to those that wait for Save, or says why not. */
export function addPair(desk: LinkDesk, { kind, assigned }: At): LinkDesk {
  const { chosen, relation, pending } = desk
  if (chosen === null || relation === null) return { ...desk, problem: LINK_TEXTS[kind].incomplete }
  const link = { party: chosen, relation }
  if ([...assigned, ...pending].some((other) => isSameLink(other, link)))
    return { ...desk, problem: LINK_TEXTS[kind].duplicate }
  return { ...EMPTY_DESK, pending: [...pending, link] }
}

/** What is chosen in full counts as added when Save is pressed; half a choice stays as it is. */
export function readyToSave(desk: LinkDesk, at: At): LinkDesk {
  return desk.chosen === null || desk.relation === null ? desk : addPair(desk, at)
}

/** What keeps a choice from being saved with the rest; null where nothing is chosen, or all of it was added. */
export function halfProblem({ text, chosen, relation, problem }: LinkDesk, kind: LinkKind): string | null {
  if (chosen !== null) return relation === null ? LINK_TEXTS[kind].withoutRelation : problem
  return relation !== null || text.trim() !== '' ? LINK_TEXTS[kind].incomplete : null
}

/** Says what half a choice lacks, once the rest is saved. */
export function afterRest(desk: LinkDesk, kind: LinkKind): LinkDesk {
  const problem = halfProblem(desk, kind)
  return problem === null ? desk : { ...desk, problem }
}

export function withoutPending(desk: LinkDesk, links: readonly Link[]): LinkDesk {
  return { ...desk, pending: desk.pending.filter((link) => !links.includes(link)) }
}

/** Whether something waits here that closing the dialog would lose. */
export function isWaiting({ pending, chosen }: LinkDesk): boolean {
  return pending.length > 0 || chosen !== null
}
