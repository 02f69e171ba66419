import { EDITORS_ONLY } from '@portal/contract/access/rights-errors.ts'
import { mentionedIn } from '@portal/contract/comments/comment-text.ts'
import { DESCRIPTION_REQUIRED, UNKNOWN_STATUS } from '@portal/contract/edit/edit.ts'
import { descriptionProblem } from '@portal/contract/files/description.ts'
import { UNKNOWN_ORGANIZATION, UNKNOWN_RELATION_TYPE } from '@portal/contract/files/link-errors.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import { QUESTION_STATUS } from '@portal/contract/questions/questions.ts'
import {
  PERSON_UNKNOWN,
  RUN_MENTIONS,
  UNKNOWN_AGENT,
  UNKNOWN_TYPE,
} from '@portal/contract/runs/run-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../../records/access/actor.ts'
import { requireCommentText } from '../../records/comments/require-comment-text.ts'
import type { PersonContext } from '../../records/context.ts'
import { findLinkable } from '../../records/documents/owners/linkable-organizations.repository.ts'
import { findKnownWorker } from '../../records/documents/assignees/workers.repository.ts'
import { findAgent } from '../../records/documents/party-links.repository.ts'
import { requireQuestion } from '../../records/documents/questions/require-question.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { ColumnAction } from './judge-columns.ts'
import { isLinkAction, type LinkAction } from './judge-links.ts'
import type { StoredAction } from '../../records/runs/runs.repository.ts'

/** Comments, and moves to the bin and back, are for everyone who adds documents. Other actions need the right to edit. */
export function needsEditing(action: StoredAction): boolean {
  const kind = action.kind === 'undo' ? action.of : action.kind
  return kind !== 'bin' && kind !== 'restore' && kind !== 'comment'
}

/** @throws PortalError 403 without the right that the action needs. */
export function requireRight({ rights }: Pick<Person, 'rights'>, action: StoredAction): void {
  if (needsEditing(action) && !rights.has('documents.edit')) throw failure(EDITORS_ONLY)
}

/**
 * Checks that the caller may take this action at all, and that what it names exists.
 * @returns the action in words, such as `Set the status to Completed`; without the text of a description or comment.
 * @throws PortalError 403 without the right, 400 for an unknown name or a text that is not allowed.
 */
export async function requireAction(context: PersonContext, action: RunAction): Promise<string> {
  const { person } = context.actor
  requireRight(person, action)
  const names = await context.dictionaries.names()
  if (action.kind === 'assign') return describeAssignment(context, action.personId)
  if (action.kind === 'comment') return describeComment(action.text)
  if (action.kind === 'status' && action.question) requireQuestionOf(context, action)
  return isLinkAction(action) ? describeLink(context, action, names) : describeColumns(action, names)
}

type StatusAction = Extract<RunAction, { readonly kind: 'status' }>

function requireQuestionOf({ calendar, clock }: PersonContext, { statusId, question }: StatusAction): void {
  if (!question) return
  if (statusId !== STATUS.needMoreInfo) throw failure(QUESTION_STATUS)
  requireQuestion({ ...question, points: [] }, calendar.hourOf(clock.now()).day)
}

async function describeAssignment(
  { actor, database }: PersonContext,
  personId: number | null,
): Promise<string> {
  if (personId === null) return 'Assign to nobody'
  const person = await findKnownWorker(database.kysely, personId, actor.person)
  if (!person) throw failure(PERSON_UNKNOWN)
  return `Assign to ${person.email}`
}

function describeComment(text: string): string {
  requireCommentText(text)
  if (mentionedIn(text).length > 0) throw failure(RUN_MENTIONS)
  return 'Add a comment'
}

function describeColumns(action: ColumnAction, names: Names): string {
  if (action.kind === 'bin') return 'Move to the recycle bin'
  if (action.kind === 'restore') return 'Restore from the recycle bin'
  if (action.kind === 'status') {
    if (!names.hasStatus(action.statusId)) throw failure(UNKNOWN_STATUS)
    const text = `Set the status to ${names.statusText(action.statusId)}`
    return action.question ? `${text} and ask what is missing` : text
  }
  if (action.kind === 'type') return `Set the type to ${requireType(action.typeId, names)}`
  if (action.kind === 'extended') return action.extended ? 'Set extended' : 'Clear extended'
  if (action.kind === 'description') {
    requireText(action.text)
    return action.mode === 'set' ? 'Replace the description' : 'Put a text before the description'
  }
  return action.renderedDate === null ? 'Clear the rendered date' : `Set rendered on ${action.renderedDate}`
}

function requireType(typeId: number, names: Names): string {
  const category = names.categoryOfType(typeId)
  if (category === null) throw failure(UNKNOWN_TYPE)
  return `${names.categoryName(category)} · ${names.typeName(typeId)}`
}

function requireText(text: string): void {
  if (text === '') throw failure(DESCRIPTION_REQUIRED)
  const problem = descriptionProblem(text)
  if (problem) throw failure(problem)
}

async function describeLink(context: PersonContext, action: LinkAction, names: Names): Promise<string> {
  const relation = names.relationTypeName(action.relationTypeId)
  if (relation === null) throw failure(UNKNOWN_RELATION_TYPE)
  const { database, actor } = context
  const verb = action.kind.startsWith('link') ? 'Link' : 'Unlink'
  if ('partyNumber' in action) {
    const query = { partyNumbers: [action.partyNumber], countyId: null, seen: actor.person.counties }
    const [owner] = await findLinkable(database.kysely, query)
    if (!owner) throw failure(UNKNOWN_ORGANIZATION)
    return `${verb} owner ${owner.name} (${owner.partyNumber}) as ${relation}`
  }
  const agent = await findAgent(database.kysely, action.agentNumber, actor.person.counties)
  if (!agent) throw failure(UNKNOWN_AGENT)
  return `${verb} agent ${agent.name} (${agent.legacyCode}) as ${relation}`
}
