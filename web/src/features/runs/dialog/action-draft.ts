import { charactersOf, COMMENT_MAX_CHARACTERS } from '@portal/contract/comments/comment-text.ts'
import { descriptionProblem } from '@portal/contract/files/description.ts'
import type { RunAction, RunActionKind } from '@portal/contract/runs/actions.ts'
import { EMPTY_PAIR, type PartyPair } from '../../../lib/party-pair.ts'

/** The changes of the dialog *Change*. */
export const CHANGES = [
  { kind: 'type', label: 'Type' },
  { kind: 'rendered', label: 'Rendered date' },
  { kind: 'extended', label: 'Extended' },
  { kind: 'description', label: 'Description' },
  { kind: 'assign', label: 'Assigned to' },
  { kind: 'comment', label: 'Add a comment' },
  { kind: 'link-owner', label: 'Link an owner' },
  { kind: 'unlink-owner', label: 'Unlink an owner' },
  { kind: 'link-agent', label: 'Link an agent' },
  { kind: 'unlink-agent', label: 'Unlink an agent' },
] as const satisfies readonly { kind: RunActionKind; label: string }[]

export type ChangeKind = (typeof CHANGES)[number]['kind']

/** What a person has entered so far, for each kind of change. */
export type ActionDraft = {
  readonly kind: ChangeKind
  /** The types to choose from are those of a category. */
  readonly categoryId: number | null
  readonly typeId: number | null
  /** `YYYY-MM-DD`, empty while a day is missing; null for not rendered. */
  readonly renderedDate: string | null
  readonly isExtended: boolean
  readonly mode: 'set' | 'prefix'
  readonly text: string
  readonly isToNobody: boolean
  /** The account; null until one is chosen. */
  readonly personId: number | null
  readonly comment: string
  readonly owner: PartyPair
  readonly agent: PartyPair
}

export function emptyDraft(kind: ChangeKind, categoryId: number | null): ActionDraft {
  return {
    kind,
    categoryId,
    typeId: null,
    renderedDate: '',
    isExtended: true,
    mode: 'set',
    text: '',
    isToNobody: false,
    personId: null,
    comment: '',
    owner: EMPTY_PAIR,
    agent: EMPTY_PAIR,
  }
}

type ActionOf = (draft: ActionDraft) => RunAction | null

const linkingOwner =
  (kind: 'link-owner' | 'unlink-owner'): ActionOf =>
  ({ owner }) => {
    const pair = chosen(owner)
    return pair && { kind, partyNumber: pair.number, relationTypeId: pair.relationTypeId }
  }

const linkingAgent =
  (kind: 'link-agent' | 'unlink-agent'): ActionOf =>
  ({ agent }) => {
    const pair = chosen(agent)
    return pair && { kind, agentNumber: pair.number, relationTypeId: pair.relationTypeId }
  }

const ACTIONS: Readonly<Record<ChangeKind, ActionOf>> = {
  type: ({ typeId }) => (typeId === null ? null : { kind: 'type', typeId }),
  rendered: ({ renderedDate }) => (renderedDate === '' ? null : { kind: 'rendered', renderedDate }),
  extended: ({ isExtended }) => ({ kind: 'extended', extended: isExtended }),
  description: ({ mode, text }) => (isUsable(text) ? { kind: 'description', mode, text: text.trim() } : null),
  assign: ({ isToNobody, personId }) => {
    if (isToNobody) return { kind: 'assign', personId: null }
    return personId === null ? null : { kind: 'assign', personId }
  },
  comment: ({ comment }) => {
    const characters = charactersOf(comment)
    if (characters === 0 || characters > COMMENT_MAX_CHARACTERS) return null
    return { kind: 'comment', text: comment.trim() }
  },
  'link-owner': linkingOwner('link-owner'),
  'unlink-owner': linkingOwner('unlink-owner'),
  'link-agent': linkingAgent('link-agent'),
  'unlink-agent': linkingAgent('unlink-agent'),
}

/** The change; null until it is complete. */
export function toAction(draft: ActionDraft): RunAction | null {
  return ACTIONS[draft.kind](draft)
}

function isUsable(text: string): boolean {
  return text.trim() !== '' && descriptionProblem(text) === null
}

/** An agent may have no known number. */
function chosen({ chosen: party, relation }: PartyPair) {
  if (party === null || relation === null || party.number === 0) return null
  return { number: party.number, relationTypeId: relation.ID }
}
