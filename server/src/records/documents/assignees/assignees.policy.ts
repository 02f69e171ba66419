import { fillError } from '@portal/contract/error.ts'
import { ASSIGN_FORBIDDEN, ASSIGNED_TO_OTHER, NOT_ASSIGNED } from '@portal/contract/work/assignees.ts'
import type { Person } from '../../access/actor.ts'
import type { Refusal } from '../../access/refusal.ts'
import type { AssigneeRow } from './assignees.repository.ts'

type Change = {
  readonly current: AssigneeRow | null
  /** The account; null for nobody. */
  readonly wanted: number | null
}

/**
 * Whether a person who sees a document may change who works on it. Everybody may take one that nobody has, and give their
 * own back. People who may edit documents may do the rest.
 */
export function mayAssign(person: Person, { current, wanted }: Change): Refusal | null {
  if (person.rights.has('documents.edit')) return null
  if (wanted === person.accountId)
    return current === null || isOf(current, wanted) ? null : assignedTo(current)
  return wanted === null && (current === null || isOf(current, person.accountId)) ? null : ASSIGN_FORBIDDEN
}

/** Refuses a change by a person who has seen another assignee. Undefined: they need not have seen any. */
export function refuseOtherAssignee(
  current: AssigneeRow | null,
  seen: number | null | undefined,
): Refusal | null {
  if (seen === undefined || (current?.personId ?? null) === seen) return null
  return current === null ? NOT_ASSIGNED : assignedTo(current)
}

function isOf(current: AssigneeRow, accountId: number): boolean {
  return current.personId === accountId
}

function assignedTo(current: AssigneeRow): Refusal {
  return fillError(ASSIGNED_TO_OTHER, { name: assigneeName(current) })
}

/** What people call an assignee. */
export function assigneeName({ fullName, email }: AssigneeRow): string {
  return fullName === '' ? email : fullName
}
